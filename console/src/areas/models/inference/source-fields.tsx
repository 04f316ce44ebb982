import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { InferenceCreate } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { DatasetSelect } from '#areas/datasets'
import { FolderField, leftToUpload, UploadField, type UploadPlace } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { text } from '../text.ts'

/** Images as a form asks for them. */
export interface OrderedImages {
  kind: 'dataset' | 'space' | 'upload'
  datasetId?: string | undefined
  versionId?: string | undefined
  spaceId?: string | undefined
  folder?: string | undefined
  uploaded?: UploadPlace | undefined
}

export function sourceOf({ kind, datasetId = '', versionId, spaceId = '', folder = '', uploaded }: OrderedImages) {
  const sources = {
    dataset: { kind: 'dataset', datasetId, versionId },
    space: { kind: 'space', spaceId, folder },
    upload: { kind: 'space', spaceId: '', ...uploaded },
  } as const satisfies Record<OrderedImages['kind'], InferenceCreate['source']>
  return sources[kind]
}

/** Which images: of a dataset as it is or as a version holds it, of a data space, or of this machine. */
export function SourceFields({ label }: { label?: string }) {
  const t = useText(text)
  const hasArrived = async (_: unknown, destination: UploadPlace | undefined) => {
    const count = destination === undefined ? 0 : await leftToUpload(destination)
    if (count > 0) throw new Error(t('uploadGoesOn', { count }))
  }
  const kind = Form.useWatch<OrderedImages['kind'] | undefined>('kind')
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  return (
    <>
      <Form.Item name="kind" label={label ?? t('source')}>
        <Select
          options={[
            { value: 'dataset', label: t('sourceDataset') },
            { value: 'space', label: t('sourceSpace') },
            { value: 'upload', label: t('sourceUpload') },
          ]}
        />
      </Form.Item>
      {kind === 'upload' && (
        <Form.Item
          name="uploaded"
          label={t('sourceUpload')}
          rules={[
            { required: true, message: t('uploadMissing') },
            { validator: hasArrived, validateTrigger: 'onSubmit' },
          ]}
        >
          <UploadField />
        </Form.Item>
      )}
      {kind === 'space' && (
        <>
          <Form.Item name="spaceId" label={t('sourceSpace')} rules={[{ required: true, message: t('spaceMissing') }]}>
            <SpaceSelect />
          </Form.Item>
          <Form.Item name="folder" label={t('folder')} extra={t('folderHint')}>
            <FolderField spaceId={spaceId} />
          </Form.Item>
        </>
      )}
      {kind === 'dataset' && (
        <>
          <Form.Item
            name="datasetId"
            label={t('sourceDataset')}
            rules={[{ required: true, message: t('datasetMissing') }]}
          >
            <DatasetSelect />
          </Form.Item>
          <Form.Item name="versionId" label={t('version')}>
            <VersionSelect datasetId={datasetId} />
          </Form.Item>
        </>
      )}
    </>
  )
}

interface NumberFieldProps {
  name: string
  label: string
  minimum: number
  maximum: number
  step: number
}

/** A number in its limits. */
export function NumberField({ name, label, minimum, maximum, step }: NumberFieldProps) {
  const t = useText(text)
  const message = t('range', { minimum, maximum })
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[{ required: true, type: 'number', min: minimum, max: maximum, message }]}
    >
      <NumberInput step={step} />
    </Form.Item>
  )
}

interface VersionSelectProps {
  datasetId: string | undefined
  id?: string
  value?: string
  onChange?: (versionId: string | undefined) => void
}

/** A version of a dataset; what it is now, where none is chosen. */
function VersionSelect({ datasetId = '', ...field }: VersionSelectProps) {
  const t = useText(text)
  const query = readList(datasetEndpoints.listVersions, { params: { datasetId }, query: { limit: 200 } })
  const versions = useQuery({ ...query, enabled: datasetId !== '' })
  const readyVersions = versions.data?.items.filter(({ status }) => status === 'success') ?? []
  return (
    <Select
      {...field}
      allowClear
      placeholder={t('versionNow')}
      options={readyVersions.map(({ id, number, name }) => ({ value: id, label: `${number} · ${name}` }))}
    />
  )
}
