import { type DatasetCreate, datasetEndpoints } from '@vermilion/contract/datasets'
import { type LabelType, labelKinds } from '@vermilion/contract/labels/dataset-labels'
import type { LabelKind } from '@vermilion/contract/labels/index'
import { useQuery } from '@tanstack/react-query'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import type { DatasetExport } from '#ui/export/dataset-export.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { AboutFields, NameField } from '#ui/form/naming-fields.tsx'
import { required } from '#ui/form/rules.ts'
import { KindFields } from '../dataset-form.tsx'
import { GuidelinesField } from '../form/writing-fields.tsx'
import { DatasetSelect } from '../dataset-select.tsx'
import { LabelsItem } from '../labels/edit-labels.tsx'
import { text as datasetText } from '../text.ts'
import { type Exported, ExportResult } from './export-result.tsx'
import { optionalFields } from '../form/optional-fields.ts'
import { text } from './export-text.ts'

type Into = 'new' | 'existing'

interface Typed extends Omit<DatasetCreate, 'spaceId' | 'folder' | 'selection'> {
  into: Into
  datasetId?: string
}

async function send(
  request: DatasetExport,
  { into, datasetId = '', withTruth = false, classOfAll: typedClass = '', ...create }: Typed,
): Promise<Exported> {
  const { spaceId, selection } = request
  const classOfAll = typedClass?.trim() === '' ? null : typedClass
  if (into === 'new') {
    const { id } = await call(datasetEndpoints.createDataset, {
      body: { ...create, withTruth, classOfAll, spaceId, selection },
    })
    return { datasetId: id, sourceId: null }
  }
  const source = await call(datasetEndpoints.addImages, {
    params: { datasetId },
    body: { spaceId, selection, withTruth, classOfAll },
  })
  return { datasetId, sourceId: source.id }
}

export function ExportDialog({ request, onClose }: { request: DatasetExport; onClose: () => void }) {
  const [exported, setExported] = useState<Exported | null>(null)
  if (exported !== null) return <ExportResult exported={exported} count={request.count} onClose={onClose} />
  return <ExportForm request={request} onClose={onClose} onDone={setExported} />
}

interface ExportFormProps {
  request: DatasetExport
  onClose: () => void
  onDone: (exported: Exported) => void
}

function ExportForm({ request, onClose, onDone }: ExportFormProps) {
  const t = useText(text)
  const { count, spaceName: space } = request
  return (
    <FormDrawer<Typed, Exported>
      draft={`export-to-dataset:${request.spaceId}`}
      open
      title={t('title')}
      action={t('action')}
      failure={t('failed')}
      initial={{
        into: 'new',
        withTruth: true,
        name: '',
        format: 'coco',
        type: 'image',
        labelType: 'target-detection',
        labels: [],
        ...optionalFields,
      }}
      submit={(values) => send(request, values)}
      fieldOf={{ 'dataset.name-taken': 'name', 'dataset.not-found': 'datasetId' }}
      onClose={onClose}
      onDone={(exported) => {
        void refresh('/datasets')
        onDone(exported)
      }}
    >
      <p>{count === undefined ? t('whatUnknown', { space }) : t('what', { count, space })}</p>
      <p style={{ margin: '4px 0 16px', color: 'var(--ant-color-text-secondary)' }}>{t('pictures')}</p>
      <Form.Item name="into" label={t('into')}>
        <Select
          options={[
            { value: 'new', label: t('newDataset') },
            { value: 'existing', label: t('existingDataset') },
          ]}
        />
      </Form.Item>
      <Target />
    </FormDrawer>
  )
}

function LabelingField() {
  const t = useText(text)
  const labelType = useLabelType()
  const kinds: readonly LabelKind[] = labelType === undefined ? [] : labelKinds[labelType]
  if (kinds.includes('class')) {
    return (
      <Form.Item name="classOfAll" label={t('classOfAll')} extra={t('classOfAllHint')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
    )
  }
  return (
    <Form.Item name="withTruth" valuePropName="checked" extra={t('withTruthHint')}>
      <Checkbox>{t('withTruth')}</Checkbox>
    </Form.Item>
  )
}

function useLabelType(): LabelType | undefined {
  const isNew = Form.useWatch<Into | undefined>('into') !== 'existing'
  const typed = Form.useWatch<LabelType | undefined>('labelType')
  const datasetId = Form.useWatch<string | undefined>('datasetId') ?? ''
  const query = read(datasetEndpoints.getDataset, { params: { datasetId } })
  const existing = useQuery({ ...query, enabled: !isNew && datasetId !== '' })
  return isNew ? typed : existing.data?.labelType
}

function Target() {
  const t = useText(text)
  const forms = useText(datasetText)
  const into = Form.useWatch<Into | undefined>('into')
  if (into === 'existing') {
    return (
      <>
        <Form.Item
          name="datasetId"
          label={forms('dataset')}
          extra={t('existingHint')}
          rules={[required(forms('datasetMissing'))]}
        >
          <DatasetSelect />
        </Form.Item>
        <LabelingField />
      </>
    )
  }
  return (
    <>
      <NameField />
      <KindFields />
      <LabelsItem />
      <LabelingField />
      <GuidelinesField />
      <AboutFields />
    </>
  )
}
