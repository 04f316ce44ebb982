import { say } from '@vermilion/contract/kernel/text'
import { isInPlace, spaceCreate, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import AutoComplete from 'antd/es/auto-complete'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Radio from 'antd/es/radio'
import Tooltip from 'antd/es/tooltip'
import { useEffect, useId, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { rule } from '#ui/form/rules.ts'
import { inPlaceText } from './in-place-text.ts'
import { text } from './text.ts'

/** Milliseconds after the last key before a path is checked. */
const checkedAfter = 250

type Place = 'managed' | 'existing'

interface PathFieldProps {
  /** The path that a managed folder has unless another is typed. */
  usual: (name: string) => string
}

/** Where the files of a new space lie: in a folder that is made for it, or in one that is there and stays as it is. */
export function PathField({ usual }: PathFieldProps) {
  const t = useText(inPlaceText)
  const form = Form.useFormInstance()
  const path = (Form.useWatch('path', form) as string | undefined) ?? ''
  const [chosen, setChosen] = useState<Place>()
  const place = chosen ?? (isInPlace({ path }) ? 'existing' : 'managed')
  const { data: known } = useCheck('/')

  const choose = (next: Place) => {
    setChosen(next)
    const [root] = known?.roots ?? []
    const value = next === 'managed' ? usual(String(form.getFieldValue('name') ?? '')) : root && `${root}/`
    form.setFields([{ name: 'path', value: value ?? '', touched: next === 'existing', errors: [] }])
  }
  const roots = known?.roots ?? []
  return (
    <>
      <Form.Item label={t('where')} extra={t(place === 'managed' ? 'managedHint' : 'existingHint')}>
        <Radio.Group
          value={place}
          onChange={({ target }) => choose(target.value as Place)}
          options={[
            { value: 'managed', label: t('managed') },
            { value: 'existing', label: t('existing') },
          ]}
        />
      </Form.Item>
      {place === 'existing' && known !== undefined && roots.length === 0 ? (
        <p role="note">{t('noRoots')}</p>
      ) : (
        <CheckedPath
          key={place}
          place={place}
          hint={place === 'existing' ? t('below', { roots: roots.join(' · ') }) : undefined}
        />
      )}
    </>
  )
}

function useCheck(path: string) {
  return useQuery({ ...readList(spaceEndpoints.checkPath, { body: { path } }), enabled: path !== '' })
}

function CheckedPath({ place, hint }: { place: Place; hint: string | undefined }) {
  const t = useText(text)
  const words = useText(inPlaceText)
  const language = useSystem((system) => system.lang)
  const field = useId()
  const path = (Form.useWatch('path') as string | undefined) ?? ''
  const settled = useSettled(path)
  const { data: check, isPlaceholderData } = useCheck(settled)
  const isCurrent = path === settled && path !== '' && check !== undefined && !isPlaceholderData
  const reason = isCurrent && !check.ok ? check.reason : null
  const said = reason && say(reason, language)
  return (
    <Tooltip open={said !== null} title={said} id={field} placement="topLeft">
      <div>
        <Form.Item
          name="path"
          label={words('path')}
          required
          {...(said === null ? {} : { validateStatus: 'error' as const })}
          extra={hint}
          rules={[rule(spaceCreate.shape.path, t('pathMissing'))]}
        >
          {place === 'managed' ? (
            <Input maxLength={1_000} aria-describedby={field} />
          ) : (
            <AutoComplete
              options={(check?.suggestions ?? []).map((value) => ({ value }))}
              defaultActiveFirstOption={false}
              aria-describedby={field}
            />
          )}
        </Form.Item>
      </div>
    </Tooltip>
  )
}

/** What is typed, once nobody has typed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), checkedAfter)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
