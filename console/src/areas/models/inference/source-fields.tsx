import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { FolderField, leftToUpload, UploadField, type UploadPlace } from '#areas/files'
import { ProposedSpace, SpaceSelect } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { required } from '#ui/form/rules.ts'
import type { OrderedImages } from './ordered-images.ts'
import { sourceText } from './source-text.ts'
import { DatasetFields } from './dataset-fields.tsx'

export function SourceFields({ label }: { label?: string }) {
  const t = useText(sourceText)
  const kind = Form.useWatch<OrderedImages['kind'] | undefined>('kind')
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
      {kind === 'upload' && <UploadedImages />}
      {kind === 'space' && (
        <>
          <Form.Item name="spaceId" label={t('sourceSpace')} rules={[required(t('spaceMissing'))]}>
            <SpaceSelect />
          </Form.Item>
          <ProposedSpace />
          <Form.Item name="folder" label={t('folder')} extra={t('folderHint')}>
            <FolderField spaceId={spaceId} />
          </Form.Item>
        </>
      )}
      {kind === 'dataset' && <DatasetFields />}
    </>
  )
}

interface NumberFieldProps {
  name: string
  label: string
  extra?: string | undefined
  minimum: number
  maximum: number
  step: number
}

export function NumberField({ name, label, extra, minimum, maximum, step }: NumberFieldProps) {
  const t = useText(sourceText)
  const message = t('range', { minimum, maximum })
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      rules={[{ required: true, type: 'number', min: minimum, max: maximum, message }]}
    >
      <NumberInput step={step} />
    </Form.Item>
  )
}

function UploadedImages() {
  const t = useText(sourceText)
  const hasArrived = async (_: unknown, destination: UploadPlace | undefined) => {
    const count = destination === undefined ? 0 : await leftToUpload(destination)
    if (count > 0) throw new Error(t('uploadGoesOn', { count }))
  }
  return (
    <Form.Item
      name="uploaded"
      label={t('sourceUpload')}
      rules={[required(t('uploadMissing')), { validator: hasArrived, validateTrigger: 'onSubmit' }]}
    >
      <UploadField />
    </Form.Item>
  )
}
