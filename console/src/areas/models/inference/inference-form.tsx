import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { taskName } from '@vermilion/contract/kernel/fields'
import { minInferenceConfidence, modelEndpoints } from '@vermilion/contract/models'
import { trainingDataEndpoints } from '@vermilion/contract/models/training-data'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { proposeTaskName } from '#lib/task-name.ts'
import { FoldedFields } from '#ui/form/folded-fields.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { rule } from '#ui/form/rules.ts'
import { type OrderedImages, sourceOf } from './ordered-images.ts'
import { SourceFields, NumberField } from './source-fields.tsx'
import { heldOutSplits, SplitField } from './split-field.tsx'
import { text } from '../text.ts'
import { useRecommendedThreshold } from '../threshold/recommended-threshold.ts'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import { EstimatedDuration } from '#areas/tasks'
import { sourceText } from './source-text.ts'
import { TilesField } from '../tiles/tiles-field.tsx'
import { usePictureSizes } from '../tiles/use-picture-sizes.ts'
import { ConfidenceField } from '../threshold/confidence-field.tsx'
import styles from '../models.module.css'

const usual = { overlap: 0.45, priority: 50 } as const

interface Typed extends OrderedImages {
  name: string
  confidence: number
  overlap: number
  priority: number
  tiles: TileOptions | null
}

interface CreateInferenceProps {
  modelId: string
  onClose: () => void
  onCreated: (task: Task) => void
}

export function CreateInference({ modelId, onClose, onCreated }: CreateInferenceProps) {
  const t = useText(text)
  const model = useQuery(read(modelEndpoints.getModel, { params: { modelId } }))
  const training = useQuery(read(trainingDataEndpoints.modelTrainingData, { params: { modelId } }))
  const { confidence, isLoading } = useRecommendedThreshold(modelId)
  if (model.isPending || training.isPending || isLoading) return null
  const numbers = { ...usual, confidence: Math.max(minInferenceConfidence, confidence) }
  const isUnusual = (values: object) =>
    Object.entries(numbers).some(([name, value]) => (values as Record<string, unknown>)[name] !== value)
  const trained = training.data?.data ?? null
  const proposed = {
    datasetId: trained?.datasetId ?? model.data?.datasetId ?? undefined,
    versionId: trained?.versionId ?? undefined,
  }
  const submit = ({ kind, datasetId, versionId, splits, spaceId, folder, uploaded, ...body }: Typed) => {
    // If the form is sent before the dataset's fields have loaded, their defaults apply.
    const dataset = datasetId === undefined ? proposed : { datasetId, versionId }
    const source = sourceOf({ kind, ...dataset, splits, spaceId, folder, uploaded })
    return call(modelEndpoints.startInference, { params: { modelId }, body: { ...body, source } })
  }
  return (
    <FormDrawer<Typed, Task>
      draft={`create-inference:${modelId}`}
      open
      title={t('inferenceTitle', { name: model.data?.name ?? '…' })}
      action={t('start')}
      failure={t('startFailed')}
      initial={{
        name: proposeTaskName(model.data?.name ?? '', 'inference'),
        kind: 'dataset',
        ...proposed,
        splits: heldOutSplits(trained),
        folder: '',
        tiles: null,
        ...numbers,
      }}
      submit={submit}
      fieldOf={{
        'dataset.not-found': 'datasetId',
        'version.not-found': 'versionId',
        'space.not-found': 'spaceId',
        'dataset.empty': 'folder',
      }}
      onValuesChange={(changed, form) => {
        if (!('datasetId' in changed)) return
        const isTrained = changed.datasetId === trained?.datasetId
        form.setFieldValue('versionId', isTrained ? (trained?.versionId ?? undefined) : undefined)
        form.setFieldValue('splits', isTrained ? heldOutSplits(trained) : [])
      }}
      onClose={onClose}
      onDone={(task) => {
        notify.success(t('started'))
        void refresh('/tasks')
        onCreated(task)
      }}
    >
      <Form.Item name="name" label={t('taskName')} required rules={[rule(taskName, t('taskNameRule'))]}>
        <Input maxLength={50} autoComplete="off" placeholder={t('taskNameExample')} />
      </Form.Item>
      <SourceFields />
      <SplitField trained={trained} />
      <InferenceTiles modelId={modelId} />
      <InferenceEstimate />
      <FoldedFields title={t('settings')} names={['confidence', 'overlap', 'priority']} isUnusual={isUnusual}>
        <InferenceNumbers modelId={modelId} />
      </FoldedFields>
    </FormDrawer>
  )
}

function InferenceNumbers({ modelId }: { modelId: string }) {
  const t = useText(text)
  return (
    <>
      <ConfidenceField modelId={modelId} />
      <NumberField name="overlap" label={t('overlap')} minimum={0.1} maximum={1} step={0.05} />
      <NumberField name="priority" label={t('priority')} minimum={0} maximum={100} step={1} />
    </>
  )
}

function InferenceTiles({ modelId }: { modelId: string }) {
  const kind = Form.useWatch<OrderedImages['kind'] | undefined>('kind')
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const folder = Form.useWatch<string | undefined>('folder')
  const pictures = usePictureSizes({ ...(kind && { kind }), datasetId, spaceId, folder })
  return <TilesField modelId={modelId} pictures={pictures} />
}

const image = 'vermilion/onnx-inference'

function InferenceEstimate() {
  const t = useText(sourceText)
  const imageCount = useImageCount()
  const tileOverlap = Form.useWatch<TileOptions | null | undefined>('tiles')?.overlap ?? 0
  const estimate = useQuery({
    ...read(estimateEndpoints.estimateTask, {
      body: { image, imageCount: imageCount ?? 0, choices: [{ tileOverlap }] },
    }),
    enabled: imageCount !== undefined,
  })
  if (imageCount === undefined || estimate.data === undefined) return null
  return (
    <p className={`${styles['estimate']} note`}>
      {t('expected')} · <EstimatedDuration seconds={estimate.data.seconds[0] ?? null} />
    </p>
  )
}

function useImageCount(): number | undefined {
  const datasetId = Form.useWatch<string | undefined>('datasetId') ?? ''
  const versionId = Form.useWatch<string | undefined>('versionId') ?? ''
  const splits = Form.useWatch<OrderedImages['splits']>('splits') ?? []
  const isDataset = Form.useWatch<string | undefined>('kind') === 'dataset' && datasetId !== ''
  const isVersion = isDataset && versionId !== ''
  const query = { limit: 1, ...(splits.length > 0 && { split: splits }) }
  const items = useQuery({
    ...read(datasetEndpoints.listItems, { params: { datasetId }, query }),
    enabled: isDataset && !isVersion,
  })
  const version = useQuery({
    ...read(datasetEndpoints.getVersion, { params: { versionId } }),
    enabled: isVersion,
  })
  if (!isDataset) return undefined
  if (!isVersion) return items.data?.total
  if (splits.length === 0) return version.data?.images
  return version.data && splits.reduce((sum, split) => sum + (version.data?.splits[split] ?? 0), 0)
}
