import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { DatasetSelect } from '#areas/datasets'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { required } from '#ui/form/rules.ts'
import { sourceText } from './source-text.ts'

export function DatasetFields() {
  const t = useText(sourceText)
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  return (
    <>
      <Form.Item name="datasetId" label={t('sourceDataset')} rules={[required(t('datasetMissing'))]}>
        <DatasetSelect />
      </Form.Item>
      <Form.Item name="versionId" label={t('version')}>
        <VersionSelect datasetId={datasetId} />
      </Form.Item>
    </>
  )
}

interface VersionSelectProps {
  datasetId: string | undefined
  id?: string
  value?: string
  onChange?: (versionId: string | undefined) => void
}

export function VersionSelect({ datasetId = '', ...field }: VersionSelectProps) {
  const t = useText(sourceText)
  const clearButton = useClearButton()
  const query = readList(datasetEndpoints.listVersions, { params: { datasetId }, query: { limit: 200 } })
  const versions = useQuery({ ...query, enabled: datasetId !== '' })
  const readyVersions = versions.data?.items.filter(({ status }) => status === 'success') ?? []
  return (
    <Select
      {...field}
      allowClear={clearButton}
      placeholder={t('versionNow')}
      options={readyVersions.map(({ id, number, name }) => ({ value: id, label: `${number} · ${name}` }))}
    />
  )
}
