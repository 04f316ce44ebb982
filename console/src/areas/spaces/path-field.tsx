import { say } from '@vermilion/contract/kernel/text'
import { isInPlace, spaceCreate, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import AutoComplete from 'antd/es/auto-complete'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Radio from 'antd/es/radio'
import Tooltip from 'antd/es/tooltip'
import { useId, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { useSystem } from '#lib/system.ts'
import { rule } from '#ui/form/rules.ts'
import { inPlaceText } from './in-place-text.ts'
import { text } from './text.ts'

/** The pause in typing before a path is checked, in milliseconds. */
const checkedAfter = 250

type Location = 'managed' | 'existing'

interface PathFieldProps {
  usual: (name: string) => string
}

export function PathField({ usual }: PathFieldProps) {
  const t = useText(inPlaceText)
  const form = Form.useFormInstance()
  const path = (Form.useWatch('path', form) as string | undefined) ?? ''
  const [selected, setSelected] = useState<Location>()
  const location = selected ?? (isInPlace({ path }) ? 'existing' : 'managed')
  const { data: rootCheck } = useCheck('/')

  const choose = (next: Location) => {
    setSelected(next)
    const [root] = rootCheck?.roots ?? []
    const value = next === 'managed' ? usual(String(form.getFieldValue('name') ?? '')) : root && `${root}/`
    form.setFields([{ name: 'path', value: value ?? '', touched: next === 'existing', errors: [] }])
  }
  const roots = rootCheck?.roots ?? []
  return (
    <>
      <Form.Item label={t('where')} extra={t(location === 'managed' ? 'managedHint' : 'existingHint')}>
        <Radio.Group
          value={location}
          onChange={({ target }) => choose(target.value as Location)}
          options={[
            { value: 'managed', label: t('managed') },
            { value: 'existing', label: t('existing') },
          ]}
        />
      </Form.Item>
      {location === 'existing' && rootCheck !== undefined && roots.length === 0 ? (
        <p role="note">{t('noRoots')}</p>
      ) : (
        <CheckedPath
          key={location}
          location={location}
          hint={location === 'existing' ? t('below', { roots: roots.join(' · ') }) : undefined}
        />
      )}
    </>
  )
}

function useCheck(path: string) {
  return useQuery({ ...readList(spaceEndpoints.checkPath, { body: { path } }), enabled: path !== '' })
}

function CheckedPath({ location, hint }: { location: Location; hint: string | undefined }) {
  const t = useText(text)
  const texts = useText(inPlaceText)
  const language = useSystem((system) => system.lang)
  const field = useId()
  const path = (Form.useWatch('path') as string | undefined) ?? ''
  const settled = useSettled(path, checkedAfter)
  const { data: check, isPlaceholderData } = useCheck(settled)
  const isCurrent = path === settled && path !== '' && check !== undefined && !isPlaceholderData
  const reason = isCurrent && !check.ok ? check.reason : null
  const message = reason && say(reason, language)
  return (
    <Tooltip open={message !== null} title={message} id={field} placement="topLeft">
      <div>
        <Form.Item
          name="path"
          label={texts('path')}
          required
          {...(message === null ? {} : { validateStatus: 'error' as const })}
          extra={hint}
          rules={[rule(spaceCreate.shape.path, t('pathMissing'))]}
        >
          {location === 'managed' ? (
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
