import { type Conversion, conversionEndpoints, type conversionKinds } from '@vermilion/contract/models/conversions'
import type { InferenceModel } from '@vermilion/contract/models'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { DatasetSelect } from '#areas/datasets'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { VersionSelect } from '../inference/dataset-fields.tsx'
import { NumberField } from '../inference/source-fields.tsx'
import { convertText } from './text.ts'

interface Typed {
  kind: (typeof conversionKinds)[number]
  datasetId: string
  versionId: string
  pictures: number
}

export function ConvertForm({ model, onClose }: { model: InferenceModel; onClose: () => void }) {
  const t = useText(convertText)
  return (
    <FormDrawer<Typed, Conversion>
      draft={`convert-model:${model.id}`}
      open
      title={t('title', { name: model.name })}
      action={t('convert')}
      failure={t('failed')}
      initial={{ kind: 'float16', ...(model.datasetId === null ? {} : { datasetId: model.datasetId }), pictures: 32 }}
      submit={(body) => call(conversionEndpoints.convertModel, { params: { modelId: model.id }, body })}
      fieldOf={{ 'dataset.not-found': 'datasetId', 'version.not-found': 'versionId', 'version.not-ready': 'versionId' }}
      onValuesChange={(changed, form) => 'datasetId' in changed && form.setFieldValue('versionId', undefined)}
      onClose={onClose}
      onDone={() => {
        notify.success(t('started'))
        void refresh('/models')
        onClose()
      }}
    >
      <Form.Item name="kind" label={t('kind')}>
        <Select options={(['float16', 'dynamic', 'int8'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="datasetId" label={t('dataset')} rules={[{ required: true, message: t('required') }]}>
        <DatasetSelect />
      </Form.Item>
      <VersionField />
      <NumberField name="pictures" label={t('pictures')} minimum={1} maximum={500} step={8} />
    </FormDrawer>
  )
}

function VersionField() {
  const t = useText(convertText)
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  return (
    <Form.Item
      name="versionId"
      label={t('version')}
      extra={t('versionHint')}
      rules={[{ required: true, message: t('required') }]}
    >
      <VersionSelect datasetId={datasetId} />
    </Form.Item>
  )
}
