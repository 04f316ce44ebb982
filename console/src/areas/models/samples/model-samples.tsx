import type { DatasetItem, ListedItem } from '@vermilion/contract/datasets/items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { type InferenceModel, type InferenceResult, isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import { trainingDataEndpoints } from '@vermilion/contract/models/training-data'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { addressOf, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { LabelLegend } from '../report/label-legend.tsx'
import { type LabelMarks, markLabels } from '../report/label-marks.ts'
import { DetectedImage } from '../results/detected-image.tsx'
import { displayedBoxes } from '../results/displayed.ts'
import { useRecommendedThreshold } from '../threshold/recommended-threshold.ts'
import { samplesText } from './text.ts'

export function ModelSamples({ task, max }: { task: Task; max: number }) {
  const { modelId, createdAt } = task
  const params = { modelId: modelId ?? '' }
  const model = useQuery({ ...read(modelEndpoints.getModel, { params }), enabled: modelId !== null })
  if (model.data === undefined || !isInferenceModel(model.data) || model.data.datasetId === null) return null
  return <DatasetSamples model={model.data} datasetId={model.data.datasetId} orderedAt={createdAt} max={max} />
}

interface DatasetSamplesProps {
  model: InferenceModel
  datasetId: string
  orderedAt: string
  max: number
}

function DatasetSamples({ model, datasetId, orderedAt, max }: DatasetSamplesProps) {
  const t = useText(samplesText)
  const params = { datasetId }
  const items = (split?: 'validation') =>
    read(datasetEndpoints.listItems, {
      params,
      query: { limit: max, available: true, ...(split !== undefined && { split }) },
    })
  const validation = useQuery(items('validation'))
  const isWithout = validation.data?.items.length === 0
  const any = useQuery({ ...items(), enabled: isWithout })
  const source = isWithout ? any : validation
  const isHeldOut = useIsHeldOut({ model, datasetId, orderedAt, validation: validation.data })
  const marks = useMemo(() => markLabels(model.labels), [model.labels])
  const { confidence, text: message, isLoading } = useRecommendedThreshold(model.id)
  if (isLoading) return null
  return (
    <Panel
      title={t('samples')}
      extra={
        <Link to="/model/list/model/$id/try" params={{ id: model.id }}>
          {t('openInPlayground')}
        </Link>
      }
    >
      <p className="faint margin-bottom-8">
        {isHeldOut !== undefined && `${t(isHeldOut ? 'ofValidation' : 'ofAny', { name: model.datasetName })} · `}
        {message}
      </p>
      {source.error !== null && <ProblemState problem={source.error} onRetry={() => void source.refetch()} />}
      {source.data?.items.length === 0 && isWithout && <p className="faint margin-bottom-8">{t('none')}</p>}
      {source.isPending && (
        <div className="grid gap-14" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 230px), 1fr))' }}>
          {Array.from({ length: max }, (_, index) => (
            <Bone key={index} height={200} />
          ))}
        </div>
      )}
      <LabelLegend marks={marks} />
      <ul className="grid gap-14" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 230px), 1fr))' }}>
        {source.data?.items.map((item) => (
          <li key={item.id}>
            <Sample modelId={model.id} item={item} marks={marks} confidence={confidence} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface HeldOutNeeds extends Omit<DatasetSamplesProps, 'max'> {
  validation: { total: number; items: readonly ListedItem[] } | undefined
}

/** Undefined while unknown: an image changed after the training read its data may have had another split then. */
function useIsHeldOut({ model, datasetId, orderedAt, validation }: HeldOutNeeds): boolean | undefined {
  const training = useQuery(read(trainingDataEndpoints.modelTrainingData, { params: { modelId: model.id } }))
  const trained = training.data?.data ?? null
  const versionId = trained?.versionId ?? ''
  const version = useQuery({
    ...read(datasetEndpoints.getVersion, { params: { versionId } }),
    enabled: versionId !== '',
  })
  const isPending = training.isPending || (versionId !== '' && version.isPending)
  if (validation === undefined || isPending) return undefined
  const readAt = versionId === '' ? orderedAt : version.data?.createdAt
  if (trained === null || trained.datasetId !== datasetId || readAt === undefined) return false
  const isSame = validation.items.length > 0 && validation.total === trained.splits.validation
  return isSame && validation.items.every(({ updatedAt }) => updatedAt <= readAt)
}

interface SampleProps {
  modelId: string
  item: DatasetItem
  marks: LabelMarks
  confidence: number
}

function Sample({ modelId, item, marks, confidence }: SampleProps) {
  const { fileId, path } = item
  const prediction = useQuery({
    // The key is not an API path, so that events about models do not repeat the request.
    queryKey: ['model-sample', { modelId, fileId, confidence }],
    queryFn: ({ signal }) =>
      call(servingEndpoints.predict, { params: { modelId }, query: { confidence, fileId } }, { signal }),
    retry: false,
    staleTime: Infinity,
  })
  if (prediction.isPending) return <Bone height={200} />
  if (prediction.error !== null) {
    return <ProblemState problem={prediction.error} onRetry={() => void prediction.refetch()} />
  }
  const result: InferenceResult = { ...prediction.data, itemId: item.id, fileId, path, truth: null }
  const boxes = displayedBoxes(result, {
    view: 'found',
    threshold: confidence,
    hiddenLabels: new Set(),
    images: 'all',
  })
  return (
    <figure>
      <div className="grid clip ratio-4-3 radius-8 ground-quaternary">
        <DetectedImage
          result={result}
          boxes={boxes}
          view="found"
          marks={marks}
          source={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
        />
      </div>
      <figcaption className="ellipsis hint margin-top-4" title={visibleName(path)}>
        {visibleName(path)}
      </figcaption>
    </figure>
  )
}
