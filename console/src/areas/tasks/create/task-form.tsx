import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskName } from '@vermilion/contract/kernel/fields'
import type { ToolCall } from '@vermilion/contract/assistant/messages'
import { taskEndpoints, type TrainingImage } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { type ReactNode, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, refresh, readList } from '#lib/query.ts'
import { useDraftCall } from '#ui/assistant/use-draft-call.ts'
import { FoldedFields } from '#ui/form/folded-fields.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { rule } from '#ui/form/rules.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { type DataFields, DataSources } from './data-fields.tsx'
import { AugmentedPictures } from './augmented-pictures.tsx'
import { copyOf, draftedTask, newTask, type TypedTask, unusualIn } from './form-values.ts'
import { defaultsOf } from './parameter-defaults.ts'
import { ImageFields } from './image-fields.tsx'
import { isPreset } from './is-preset.ts'
import { PoolField } from './queue-fields.tsx'
import { text } from './text.ts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { Proposals } from './proposals.tsx'
import { ParameterFields } from './parameter-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { RunFields, EndFields } from './run-fields.tsx'
import { createOrder, type Ordered, type TypedOrder, usualOrder } from '../sweeps/form/order.ts'
import { maxSweepNameLength, type OrderKind } from '../sweeps/form/sweep-values.ts'
import { OrderKindField, SweepFields } from '../sweeps/form/sweep-fields.tsx'
import { formText } from '../sweeps/form/text.ts'

const is = (part: keyof ReturnType<typeof unusualIn>) => (values: object) => unusualIn(values as TypedTask)[part]

export interface CreateTaskProps {
  datasetId: string | undefined
  versionId: string | undefined
  image: string | undefined
  from: string | undefined
  draft: string | undefined
  datasetFields: DataFields
  onClose: () => void
  onCreated: (ordered: Ordered) => void
}

export function CreateTask(props: CreateTaskProps) {
  const { from, draft } = props
  const t = useText(text)
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const params = { taskId: from ?? '' }
  const order = useQuery({ ...read(taskEndpoints.getTaskOrder, { params }), enabled: from !== undefined })
  const filling = useDraftCall(draft)
  // Loads the pools together with the form, whose fields show them.
  useQuery(read(poolEndpoints.listPools, {}))
  const isBlank = props.datasetId === undefined && from === undefined && draft === undefined
  const proposed = useProposedDataset(isBlank)
  if (proposed.isPending) return null
  if (images.isPending || (from !== undefined && order.isPending)) return null
  if (draft !== undefined && filling.isPending) return null
  const trainers = images.data?.filter(({ taskKind }) => taskKind === 'training') ?? []
  const blank = firstOf(newTask(props.datasetId ?? proposed.id, props.versionId), trainers, props.image)
  const initial = order.data === undefined ? (draftOf(filling.data, trainers) ?? blank) : copyOf(order.data)
  const retry = () => void Promise.all([images.refetch(), order.refetch()])
  const problem = images.error ?? order.error ?? filling.error
  const isCopy = order.data !== undefined
  return (
    <TaskForm key={`${isCopy}`} {...props} trainers={trainers} initial={initial} like={order.data?.name}>
      {from !== undefined && !isCopy && <p>{t('orderFailed')}</p>}
      {problem !== null && <PartialStrip problem={problem} onRetry={retry} />}
    </TaskForm>
  )
}

function draftOf(call: ToolCall | undefined, trainers: readonly TrainingImage[]): TypedTask | undefined {
  if (call?.form !== 'training') return undefined
  const image = trainers.find(({ name }) => name === call.arguments['image'])
  return draftedTask(call.arguments, image === undefined ? {} : defaultsOf(image))
}

function firstOf(draft: TypedTask, trainers: readonly TrainingImage[], image: string | undefined): TypedTask {
  const first = trainers.find(({ name }) => name === image) ?? trainers[0]
  return first === undefined ? draft : { ...draft, image: first.name, parameters: defaultsOf(first) }
}

interface TaskFormProps extends CreateTaskProps {
  trainers: readonly TrainingImage[]
  initial: TypedTask
  like: string | undefined
  children: ReactNode
}

const ofSource =
  (part: 'id' | 'versionId' | 'folder' | 'path') =>
  ({ dataSource }: Readonly<Record<string, unknown>>) =>
    `dataSources.${Number(dataSource ?? 0)}.${part}` as const

const fieldOf = {
  'dataset.unlabeled': ofSource('id'),
  'dataset.empty': ofSource('id'),
  'dataset.not-found': ofSource('id'),
  'version.not-found': ofSource('versionId'),
  'version.not-ready': ofSource('versionId'),
  'space.not-found': ofSource('id'),
  'folder.not-found': ofSource('folder'),
  'space.path-invalid': ofSource('path'),
  'space.path-unusable': ofSource('path'),
  'image.not-found': 'image',
  'image.other-labels': 'image',
  'image.other-pool': 'pool',
  'pool.not-found': 'pool',
  'pool.too-small': 'pool',
  'pool.no-accelerator': 'pool',
  'sweep.grid-too-large': 'sweep.space',
} as const

function TaskForm({
  trainers,
  initial,
  like,
  from,
  draft,
  versionId,
  image,
  datasetFields,
  onClose,
  onCreated,
  children,
}: TaskFormProps) {
  const t = useText(text)
  const sweepTexts = useText(formText)
  const [order, setOrder] = useState<OrderKind>('one')
  const [labelType, setLabelType] = useState<string | undefined>()
  const isNew = initial.name === ''
  const fresh = ['create-training', versionId ?? image ?? []].flat().join('-')
  const draftName = from !== undefined ? `copy-task-${from}` : draft !== undefined ? `drafted-${draft}` : fresh
  const nameRule = order === 'one' ? {} : { max: maxSweepNameLength, message: sweepTexts('nameRule') }
  const isTuned = (values: object) => !isPreset(values as TypedTask, trainers)
  return (
    <FormDrawer<TypedOrder, Ordered>
      draft={draftName}
      secretFields={['secrets']}
      open
      width={680}
      title={like === undefined ? t('title') : t('copyTitle', { name: like })}
      action={order === 'one' ? t('create') : sweepTexts(order === 'sweep' ? 'start' : 'startSeeds')}
      failure={order === 'one' ? t('failed') : sweepTexts('failed')}
      initial={{ ...initial, ...usualOrder }}
      submit={createOrder}
      fieldOf={fieldOf}
      onValuesChange={({ image }, form) => {
        const selected = trainers.find(({ name }) => name === image)
        if (selected !== undefined) form.setFieldValue('parameters', defaultsOf(selected))
      }}
      onClose={onClose}
      onDone={(ordered) => {
        notify.success(ordered.kind === 'task' ? t('created') : sweepTexts('sweepCreated'))
        void refresh('/tasks', '/sweeps', '/datasets', '/pools')
        onCreated(ordered)
      }}
    >
      {children}
      <Form.Item name="name" label={t('name')} required rules={[rule(taskName, t('nameRule')), nameRule]}>
        <Input maxLength={50} autoComplete="off" placeholder={t('nameExample')} />
      </Form.Item>
      <DataSources datasetFields={datasetFields} onLabelType={setLabelType} />
      <ImageFields images={trainers} labelType={labelType} />
      <Proposals trainers={trainers} isNew={isNew} />
      <OrderKindField onKind={setOrder} />
      <ImageSweep images={trainers} />
      <PoolField images={trainers} />
      <FoldedFields title={t('parametersSection')} names={['parameters']} isUnusual={isTuned}>
        <ImageParameters images={trainers} />
        <AugmentedPictures />
      </FoldedFields>
      <FoldedFields title={t('placeSection')} names={['priority', 'resources', 'instances']} isUnusual={is('place')}>
        <PlaceFields />
      </FoldedFields>
      <FoldedFields
        title={t('runSection')}
        names={['hasCommand', 'command', 'outputPath', 'environment', 'secrets']}
        isUnusual={is('run')}
      >
        <RunFields />
      </FoldedFields>
      <FoldedFields title={t('endSection')} names={['timeLimitSeconds', 'seed', 'restarts']} isUnusual={is('end')}>
        <EndFields />
      </FoldedFields>
    </FormDrawer>
  )
}

function ImageSweep({ images }: { images: readonly TrainingImage[] }) {
  const imageName = Form.useWatch<string | undefined>('image')
  return <SweepFields image={images.find(({ name }) => name === imageName)} />
}

function ImageParameters({ images }: { images: readonly TrainingImage[] }) {
  const imageName = Form.useWatch<string | undefined>('image')
  const image = images.find(({ name }) => name === imageName)
  return image !== undefined && <ParameterFields image={image} />
}

interface ProposedDataset {
  isPending: boolean
  id: string | undefined
}

/** The dataset of the last training, else the newest fully labeled one, else the only one with labels. */
function useProposedDataset(isAsked: boolean): ProposedDataset {
  const earlier = useQuery({
    ...read(taskEndpoints.listTasks, { query: { kind: 'training', limit: 1 } }),
    enabled: isAsked,
  })
  const listed = useQuery({
    ...readList(datasetEndpoints.listDatasets, { query: { limit: maximumPageSize } }),
    enabled: isAsked,
  })
  const datasets = listed.data?.items ?? []
  const [source] = earlier.data?.items[0]?.dataSources ?? []
  const trained = source?.kind === 'dataset' ? datasets.find(({ id }) => id === source.id) : undefined
  const labeled = datasets.filter(({ labeledCount }) => labeledCount > 0)
  const ready = labeled.find(({ labeledCount, fileCount }) => labeledCount === fileCount)
  return {
    isPending: isAsked && (earlier.isPending || listed.isPending),
    id: (trained ?? ready ?? (labeled.length === 1 ? labeled[0] : undefined))?.id,
  }
}
