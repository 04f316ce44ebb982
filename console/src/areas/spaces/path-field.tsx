import { say } from '@vermilion/contract/kernel/text'
import { isBucket, isInPlace, isRemote, spaceCreate, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import AutoComplete from 'antd/es/auto-complete'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { useSystem } from '#lib/system.ts'
import { rule } from '#ui/form/rules.ts'
import { inPlaceText } from './in-place-text.ts'
import { StorageField, useStorages } from './storage-field.tsx'
import { text } from './text.ts'

/** The pause in typing before a path is checked, in milliseconds. */
const checkedAfter = 250

const locations = ['managed', 'existing', 'bucket', 'list'] as const
type Location = (typeof locations)[number]

const beginnings = { bucket: 's3://', list: 'https://' } as const

function locationOf(path: string): Location {
  if (isBucket({ path })) return 'bucket'
  return isRemote({ path }) ? 'list' : isInPlace({ path }) ? 'existing' : 'managed'
}

interface PathFieldProps {
  usual: (name: string) => string
}

export function PathField({ usual }: PathFieldProps) {
  const t = useText(inPlaceText)
  const form = Form.useFormInstance()
  const path = (Form.useWatch('path', form) as string | undefined) ?? ''
  const [selected, setSelected] = useState<Location>()
  const location = selected ?? locationOf(path)
  const { data: rootCheck } = useCheck('/')
  const { data: storages } = useStorages()
  const roots = rootCheck?.roots ?? []

  const choose = (next: Location) => {
    setSelected(next)
    const managed = usual(String(form.getFieldValue('name') ?? ''))
    const value = { ...beginnings, managed, existing: roots[0] && `${roots[0]}/` }[next]
    form.setFields([{ name: 'path', value: value ?? '', touched: next !== 'managed', errors: [] }])
  }
  return (
    <>
      <Form.Item label={t('where')} extra={t(`${location}Hint`)}>
        <Radio.Group
          value={location}
          onChange={({ target }) => choose(target.value as Location)}
          options={locations.map((value) => ({ value, label: t(value) }))}
        />
      </Form.Item>
      {location === 'bucket' && <StorageField />}
      {location === 'existing' && rootCheck !== undefined && roots.length === 0 ? (
        <p role="note">{t('noRoots')}</p>
      ) : location === 'bucket' && storages?.length === 0 ? null : (
        <CheckedPath
          key={location}
          location={location}
          hint={location === 'existing' ? t('below', { roots: roots.join(' · ') }) : undefined}
        />
      )}
    </>
  )
}

function useCheck(path: string, storageId: string | null = null) {
  return useQuery({ ...readList(spaceEndpoints.checkPath, { body: { path, storageId } }), enabled: path !== '' })
}

function CheckedPath({ location, hint }: { location: Location; hint: string | undefined }) {
  const t = useText(text)
  const texts = useText(inPlaceText)
  const language = useSystem((system) => system.lang)
  const path = (Form.useWatch('path') as string | undefined) ?? ''
  const settled = useSettled(path, checkedAfter)
  const storageId = Form.useWatch<string | undefined>('storageId')
  const { data: check, isPlaceholderData } = useCheck(settled, location === 'bucket' ? storageId : null)
  const isBegun = path !== '' && path !== (beginnings as Partial<Record<Location, string>>)[location]
  const isCurrent = isBegun && path === settled && check !== undefined && !isPlaceholderData
  const reason = isCurrent && !check.ok ? check.reason : null
  const message = reason && say(reason, language)
  return (
    <Form.Item
      name="path"
      label={texts('path')}
      required
      {...(message === null ? {} : { validateStatus: 'error' as const, help: message })}
      extra={hint}
      rules={[rule(spaceCreate.shape.path, t('pathMissing'))]}
    >
      {location === 'managed' ? (
        <Input maxLength={1_000} />
      ) : (
        <AutoComplete
          options={(check?.suggestions ?? []).map((value) => ({ value }))}
          defaultActiveFirstOption={false}
        />
      )}
    </Form.Item>
  )
}
