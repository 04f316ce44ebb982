import { labelTypes } from '@vermilion/contract/dataset-labels'
import {
  type Dataset,
  type DatasetCreate,
  datasetEndpoints,
  datasetFormats,
  datasetTypes,
} from '@vermilion/contract/datasets'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import Select from 'antd/es/select'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { AboutFields, NameField } from '#ui/naming-fields.tsx'
import { notify } from '#ui/notify.tsx'
import { offerUndo } from '#ui/undo.tsx'
import { type LabelInput, LabelsField, labelsValid } from './labels-field.tsx'
import { text } from './text.ts'

/** What the studio of this version can label. */
const labelTypesOfToday: readonly string[] = ['target-detection']

interface CreateDatasetProps {
  open: boolean
  spaceId: string | undefined
  folder: string | undefined
  onClose: () => void
  onCreated: (dataset: Dataset) => void
}

export function CreateDataset({ open, spaceId, folder, onClose, onCreated }: CreateDatasetProps) {
  const t = useText(text)
  return (
    <FormDrawer<DatasetCreate, Dataset>
      draft="create-dataset"
      open={open}
      title={t('create')}
      action={t('create')}
      failure={t('createFailed')}
      initial={{
        name: '',
        ...(spaceId === undefined ? {} : { spaceId }),
        folder: folder ?? '',
        format: 'coco',
        type: 'image',
        labelType: 'target-detection',
        labels: [],
        guidelines: '',
        description: '',
        tags: [],
      }}
      submit={(body) => call(datasetEndpoints.createDataset, { body })}
      fieldOf={{ 'dataset.name-taken': 'name', 'dataset.empty': 'folder', 'space.not-found': 'spaceId' }}
      onClose={onClose}
      onDone={(dataset) => {
        notify.success(t('created_success'))
        void refresh('/datasets')
        onCreated(dataset)
      }}
    >
      <NameField />
      <Form.Item name="spaceId" label={t('space')} rules={[{ required: true, message: t('spaceMissing') }]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name="folder" label={t('folder')} extra={t('folderHint')}>
        <Input maxLength={1_000} />
      </Form.Item>
      <KindFields />
      <LabelsItem />
      <GuidelinesField />
      <AboutFields />
    </FormDrawer>
  )
}

export function KindFields() {
  const t = useText(text)
  return (
    <>
      <Form.Item name="labelType" label={t('labelType')} rules={[{ required: true, message: t('labelTypeMissing') }]}>
        <Select
          options={labelTypes.map((type) => {
            const disabled = !labelTypesOfToday.includes(type)
            return { value: type, disabled, label: disabled ? t('later', { name: t(type) }) : t(type) }
          })}
        />
      </Form.Item>
      <Form.Item name="format" label={t('format')} rules={[{ required: true, message: t('formatMissing') }]}>
        <Select options={datasetFormats.map((format) => ({ value: format, label: format.toUpperCase() }))} />
      </Form.Item>
      <Form.Item name="type" label={t('type')} rules={[{ required: true, message: t('typeMissing') }]}>
        <Select options={datasetTypes.map((type) => ({ value: type, label: t(type) }))} />
      </Form.Item>
    </>
  )
}

interface EditProps {
  dataset: Dataset | null
  onClose: () => void
}

/** Writes what was there before an edit. */
async function restore({ id, name, description, tags, guidelines }: Dataset): Promise<void> {
  const body = { name, description, tags, guidelines }
  await call(datasetEndpoints.updateDataset, { params: { datasetId: id }, body })
  await refresh('/datasets')
}

export function EditDataset({ dataset, onClose }: EditProps) {
  const t = useText(text)
  return (
    <FormDrawer<Pick<Dataset, 'name' | 'guidelines' | 'description' | 'tags'>, Dataset>
      draft={`edit-dataset:${dataset?.id}`}
      open={dataset !== null}
      title={t('edit')}
      action={t('save')}
      failure={t('updateFailed')}
      initial={dataset ?? {}}
      submit={(body) => call(datasetEndpoints.updateDataset, { params: { datasetId: dataset?.id ?? '' }, body })}
      fieldOf={{ 'dataset.name-taken': 'name' }}
      onClose={onClose}
      onDone={() => {
        if (dataset !== null) offerUndo(t('updated_success'), () => restore(dataset))
        void refresh('/datasets')
        onClose()
      }}
    >
      <NameField />
      <GuidelinesField />
      <AboutFields />
    </FormDrawer>
  )
}

export function EditLabels({ dataset, onClose }: EditProps) {
  const t = useText(text)
  return (
    <FormDrawer<{ labels: LabelInput[] }, Dataset>
      draft={`edit-labels:${dataset?.id}`}
      open={dataset !== null}
      title={t('editLabels')}
      action={t('save')}
      failure={t('updateFailed')}
      initial={{ labels: dataset?.labels.map(({ id, name, colour }) => ({ id, name, colour })) ?? [] }}
      submit={(body) => call(datasetEndpoints.updateLabels, { params: { datasetId: dataset?.id ?? '' }, body })}
      fieldOf={{ 'dataset.label-in-use': 'labels' }}
      onClose={onClose}
      onDone={() => {
        notify.success(t('updated_success'))
        void refresh('/datasets')
        onClose()
      }}
    >
      <LabelsItem />
    </FormDrawer>
  )
}

export function GuidelinesField() {
  const t = useText(text)
  return (
    <Form.Item name="guidelines" label={t('guidelines')} extra={t('guidelinesHint')}>
      <TextArea autoSize={{ minRows: 2, maxRows: 12 }} maxLength={10_000} />
    </Form.Item>
  )
}

export function LabelsItem() {
  const t = useText(text)
  const validator = (_: unknown, labels: LabelInput[] = []) =>
    labelsValid(labels) ? Promise.resolve() : Promise.reject(new Error(t('labelsInvalid')))
  return (
    <Form.Item name="labels" label={t('labels')} extra={t('labelsHint')} rules={[{ validator }]}>
      <LabelsField />
    </Form.Item>
  )
}
