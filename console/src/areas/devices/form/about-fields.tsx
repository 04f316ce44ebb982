import { deviceEndpoints } from '@vermilion/contract/devices'
import { tags } from '@vermilion/contract/kernel/fields'
import { useQuery } from '@tanstack/react-query'
import AutoComplete from 'antd/es/auto-complete'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { rule } from '#ui/form/rules.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { formText } from './text.ts'

interface AboutFieldsProps {
  deviceId?: string
  open: boolean
}

export function AboutFields({ deviceId, open }: AboutFieldsProps) {
  const t = useText(formText)
  const groups = useQuery(read(deviceEndpoints.listDeviceGroups, {}))
  return (
    <details className="margin-bottom-20" open={open}>
      <summary className="margin-bottom-14 text-secondary cursor-pointer">{t('more')}</summary>
      <Form.Item name="jumpDeviceId" label={t('jump')} extra={t('jumpHint')}>
        <JumpDeviceField {...(deviceId === undefined ? {} : { except: deviceId })} />
      </Form.Item>
      <Form.Item
        name="group"
        label={t('group')}
        extra={t('groupHint')}
        rules={[{ type: 'string', max: 100, message: t('groupRule') }]}
      >
        <AutoComplete
          maxLength={100}
          showSearch={{ filterOption: (caption, option) => option?.value.includes(caption) ?? false }}
          options={groups.data?.map(({ name }) => ({ value: name })) ?? []}
        />
      </Form.Item>
      <Form.Item name="tags" label={t('tags')} extra={t('tagsHint')} rules={[rule(tags, t('tagsInvalid'))]}>
        <TagsField />
      </Form.Item>
      <Form.Item name="notes" label={t('notes')}>
        <TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={10_000} />
      </Form.Item>
    </details>
  )
}

interface JumpDeviceFieldProps {
  id?: string
  value?: string | null
  onChange?: (deviceId: string | null) => void
  except?: string
}

function JumpDeviceField({ id, value = null, onChange, except }: JumpDeviceFieldProps) {
  const t = useText(formText)
  const clearButton = useClearButton()
  const [search, setSearch] = useState('')
  const query = { limit: maximumPageSize, sort: 'name' as const, ...(search !== '' && { search }) }
  const devices = useQuery(readList(deviceEndpoints.listDevices, { query }))
  const selected = useQuery({
    ...read(deviceEndpoints.getDevice, { params: { deviceId: value ?? '' } }),
    enabled: value !== null,
  })
  const listed = devices.data?.items ?? []
  const options = selected.data === undefined || value === null ? listed : [selected.data, ...listed]
  return (
    <Select<string | null>
      {...(id === undefined ? {} : { id })}
      allowClear={clearButton}
      value={value}
      placeholder={t('jumpNone')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={devices.isPending}
      labelRender={({ label }) => label ?? '…'}
      onChange={(next) => onChange?.(next ?? null)}
      options={options
        .filter((device, index) => device.id !== except && options.findIndex((one) => one.id === device.id) === index)
        .map(({ id: key, name }) => ({ value: key, label: name }))}
    />
  )
}
