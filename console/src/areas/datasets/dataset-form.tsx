import {
  type Dataset,
  type DatasetCreate,
  datasetEndpoints,
  datasetFormats,
  datasetTypes,
} from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { labelTypes } from '@vermilion/contract/labels/dataset-labels'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { propose } from '#ui/form/form-fields.ts'
import { AboutFields, NameField } from '#ui/form/naming-fields.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { LabelsItem } from './labels/edit-labels.tsx'
import { text } from './text.ts'

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
        modelName: '',
        prompt: '',
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
      <ProposedName />
      <Form.Item name="spaceId" label={t('space')} rules={[{ required: true, message: t('spaceMissing') }]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name="folder" label={t('folder')} extra={t('folderHint')}>
        <Input maxLength={1_000} />
      </Form.Item>
      <KindFields />
      <LabelsItem />
      <GuidelinesField />
      <AutoLabelFields />
      <AboutFields />
    </FormDrawer>
  )
}

/** Names the dataset after its data space, with a number where there is one of that name, until somebody types a name. */
function ProposedName() {
  const form = Form.useFormInstance<DatasetCreate>()
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query: { limit: maximumPageSize } }))
  const spaceName = spaces.data?.items.find(({ id }) => id === spaceId)?.name
  const query = { search: spaceName, limit: maximumPageSize }
  const named = useQuery({ ...read(datasetEndpoints.listDatasets, { query }), enabled: spaceName !== undefined })
  const existing = named.data?.items
  const name = spaceName === undefined || existing === undefined ? undefined : freeName(spaceName, existing)
  useEffect(() => {
    if (name !== undefined) propose(form, 'name', name)
  }, [form, name])
  return null
}

function freeName(name: string, existing: readonly { name: string }[]): string {
  const names = new Set(existing.map((each) => each.name))
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!names.has(free)) return free
  }
}

export function KindFields() {
  const t = useText(text)
  return (
    <>
      <Form.Item name="labelType" label={t('labelType')} rules={[{ required: true, message: t('labelTypeMissing') }]}>
        <Select options={labelTypes.map((type) => ({ value: type, label: t(type) }))} />
      </Form.Item>
      <Form.Item name="format" label={t('format')} rules={[{ required: true, message: t('formatMissing') }]}>
        <Select options={datasetFormats.map((format) => ({ value: format, label: format.toUpperCase() }))} />
      </Form.Item>
      {/* One type is no choice. */}
      <Form.Item
        name="type"
        label={t('type')}
        hidden={datasetTypes.length === 1}
        rules={[{ required: true, message: t('typeMissing') }]}
      >
        <Select options={datasetTypes.map((type) => ({ value: type, label: t(type) }))} />
      </Form.Item>
    </>
  )
}

type EditedField = 'name' | 'guidelines' | 'description' | 'tags' | 'modelName' | 'prompt'

interface EditProps {
  dataset: Dataset
  onClose: () => void
}

/** Writes what was there before an edit. */
async function restore({ id, name, description, tags, guidelines, modelName, prompt }: Dataset): Promise<void> {
  const body = { name, description, tags, guidelines, modelName, prompt }
  await call(datasetEndpoints.updateDataset, { params: { datasetId: id }, body })
  await refresh('/datasets')
}

export function EditDataset({ dataset, onClose }: EditProps) {
  const t = useText(text)
  return (
    <FormDrawer<Pick<Dataset, EditedField>, Dataset>
      draft={`edit-dataset:${dataset.id}`}
      open
      title={t('edit')}
      action={t('save')}
      failure={t('updateFailed')}
      initial={dataset}
      submit={(body) => call(datasetEndpoints.updateDataset, { params: { datasetId: dataset.id }, body })}
      fieldOf={{ 'dataset.name-taken': 'name' }}
      onClose={onClose}
      onDone={() => {
        offerUndo(t('updated_success'), () => restore(dataset))
        void refresh('/datasets')
        onClose()
      }}
    >
      <NameField />
      <GuidelinesField />
      <AutoLabelFields />
      <AboutFields />
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

/** What auto-labelling will ask; both or neither. */
function AutoLabelFields() {
  const t = useText(text)
  const both = (other: string, message: string) => ({
    dependencies: [other],
    rules: [
      (form: { getFieldValue: (name: string) => unknown }) => ({
        validator: (_: unknown, value = '') =>
          value.trim() === '' && String(form.getFieldValue(other) ?? '').trim() !== ''
            ? Promise.reject(new Error(message))
            : Promise.resolve(),
      }),
    ],
  })
  return (
    <>
      <Form.Item
        name="modelName"
        label={t('modelName')}
        extra={t('autoLabelHint')}
        {...both('prompt', t('modelNameMissing'))}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="prompt" label={t('prompt')} {...both('modelName', t('promptMissing'))}>
        <TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={2_000} />
      </Form.Item>
    </>
  )
}
