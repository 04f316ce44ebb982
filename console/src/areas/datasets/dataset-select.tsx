import { datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { text } from './text.ts'

interface DatasetSelectProps {
  id?: string
  value?: string
  onChange?: (datasetId: string) => void
}

/** A form field for one dataset. */
export function DatasetSelect(props: DatasetSelectProps) {
  const t = useText(text)
  const datasets = useQuery(read(datasetEndpoints.listDatasets, { query: { limit: maximumPageSize } }))
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: 'label' }}
      loading={datasets.isPending}
      labelRender={({ label }) => label ?? '…'}
      placeholder={t('datasetMissing')}
      options={datasets.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
    />
  )
}
