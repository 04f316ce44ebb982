import { deviceEndpoints } from '@vermilion/contract/devices'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { formText } from './text.ts'

interface JumpDeviceFieldProps {
  id?: string
  value?: string | null
  onChange?: (deviceId: string | null) => void
  except?: string
}

export function JumpDeviceField({ id, value = null, onChange, except }: JumpDeviceFieldProps) {
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
