import { datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { text } from './text.ts'

interface DatasetSelectProps {
  id?: string
  value?: string
  onChange?: (datasetId: string) => void
}

export function DatasetSelect(props: DatasetSelectProps) {
  const t = useText(text)
  const { value } = props
  const [typed, setTyped] = useState('')
  const query = { limit: maximumPageSize, search: typed.trim() === '' ? undefined : typed.trim() }
  const datasets = useQuery(readList(datasetEndpoints.listDatasets, { query }))
  const items = datasets.data?.items ?? []
  const isListed = items.some(({ id }) => id === value)
  const selected = useQuery({
    ...read(datasetEndpoints.getDataset, { params: { datasetId: value ?? '' } }),
    enabled: value !== undefined && value !== '' && datasets.isSuccess && !isListed,
  })
  return (
    <Select
      {...props}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      loading={datasets.isPending}
      labelRender={({ label }) => label ?? selected.data?.name ?? '…'}
      placeholder={t('datasetMissing')}
      options={items.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
