import { type Dataset, type DatasetCreate, datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetFormats, datasetTypes } from '@vermilion/contract/datasets/kinds'
import { fileEndpoints } from '@vermilion/contract/files'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { labelTypes } from '@vermilion/contract/labels/dataset-labels'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { FolderField } from '#areas/files'
import { ProposedSpace, SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { freeName } from '#lib/free-name.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { FoldedFields } from '#ui/form/folded-fields.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { propose } from '#ui/form/form-fields.ts'
import { NameField } from '#ui/form/naming-fields.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { required } from '#ui/form/rules.ts'
import { ClassesFromFolders } from './form/classes-from-folders.tsx'
import { optionalFields, optionalNames, type OptionalField } from './form/optional-fields.ts'
import { LabelsItem } from './labels/edit-labels.tsx'
import { text } from './text.ts'
import { MoreFields } from './form/more-fields.tsx'

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
        ...optionalFields,
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
      <PlaceFields />
      <NameField />
      <ProposedName />
      <KindFields />
      <LabelsItem />
      <ClassesFromFolders />
      <FoldedFields title={t('more')} names={optionalNames} isUnusual={hasMore}>
        <MoreFields />
      </FoldedFields>
    </FormDrawer>
  )
}

function PlaceFields() {
  const t = useText(text)
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  return (
    <>
      <Form.Item name="spaceId" label={t('space')} rules={[required(t('spaceMissing'))]}>
        <SpaceSelect />
      </Form.Item>
      <ProposedSpace newest />
      <Form.Item name="folder" label={t('folder')} extra={<ImagesIn spaceId={spaceId} />}>
        <FolderField spaceId={spaceId} />
      </Form.Item>
    </>
  )
}

/** The number of images that the dataset will have; until it is counted, the folder's name. */
function ImagesIn({ spaceId = '' }: { spaceId: string | undefined }) {
  const t = useText(text)
  const folder = useSettled(Form.useWatch<string | undefined>('folder') ?? '', 300)
  const query = { folder, recursive: 'true', kind: 'image', broken: 'false' } as const
  const { data } = useQuery({
    ...read(fileEndpoints.countFiles, { params: { spaceId }, query }),
    enabled: spaceId !== '',
  })
  return (
    <span aria-live="polite">
      {data === undefined
        ? t('folderHint')
        : t(folder === '' ? 'imagesInSpace' : 'imagesInFolder', { count: data.files })}
    </span>
  )
}

const hasMore = (values: object) => {
  const written = values as Partial<Pick<DatasetCreate, OptionalField>>
  return optionalNames.some((name) => (written[name] ?? '').length > 0)
}

function ProposedName() {
  const form = Form.useFormInstance<DatasetCreate>()
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query: { limit: maximumPageSize } }))
  const spaceName = spaces.data?.items.find(({ id }) => id === spaceId)?.name
  const query = { search: spaceName, limit: maximumPageSize }
  const named = useQuery({ ...read(datasetEndpoints.listDatasets, { query }), enabled: spaceName !== undefined })
  const existing = named.data?.items
  const name =
    spaceName === undefined || existing === undefined
      ? undefined
      : freeName(spaceName, new Set(existing.map((each) => each.name)))
  useEffect(() => {
    if (name !== undefined) propose(form, 'name', name)
  }, [form, name])
  return null
}

export function KindFields() {
  const t = useText(text)
  const isClassification = Form.useWatch<string | undefined>('labelType') === 'picture-classification'
  return (
    <>
      <Form.Item name="labelType" label={t('labelType')} rules={[required(t('labelTypeMissing'))]}>
        <Select options={labelTypes.map((type) => ({ value: type, label: t(type) }))} />
      </Form.Item>
      {/* The formats are those of detection. */}
      <Form.Item
        name="format"
        label={t('format')}
        hidden={isClassification}
        extra={t('formatHint')}
        rules={[required(t('formatMissing'))]}
      >
        <Select options={datasetFormats.map((format) => ({ value: format, label: format.toUpperCase() }))} />
      </Form.Item>
      {/* One type is no choice. */}
      <Form.Item name="type" label={t('type')} hidden={datasetTypes.length === 1} rules={[required(t('typeMissing'))]}>
        <Select options={datasetTypes.map((type) => ({ value: type, label: t(type) }))} />
      </Form.Item>
    </>
  )
}
