import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { type InferenceModel, type InferenceResult, isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { addressOf, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { type LabelMarks, markLabels } from '../report/label-marks.ts'
import { DetectedImage } from '../results/detected-image.tsx'
import { displayedBoxes } from '../results/displayed.ts'
import { samplesText } from './text.ts'
import styles from './model-samples.module.css'

/** Pictures that the model is asked about. */
const mostPictures = 6
const threshold = 0.25

/** What the model of a training says of images that it was validated on, asked when it is looked at. */
export function ModelSamples({ task: { modelId } }: { task: Task }) {
  const params = { modelId: modelId ?? '' }
  const model = useQuery({ ...read(modelEndpoints.getModel, { params }), enabled: modelId !== null })
  if (model.data === undefined || !isInferenceModel(model.data) || model.data.datasetId === null) return null
  return <DatasetSamples model={model.data} datasetId={model.data.datasetId} />
}

function DatasetSamples({ model, datasetId }: { model: InferenceModel; datasetId: string }) {
  const t = useText(samplesText)
  const params = { datasetId }
  const items = (split?: 'validation') =>
    read(datasetEndpoints.listItems, {
      params,
      query: { limit: mostPictures, available: true, ...(split !== undefined && { split }) },
    })
  const validation = useQuery(items('validation'))
  const isWithout = validation.data?.items.length === 0
  const any = useQuery({ ...items(), enabled: isWithout })
  const source = isWithout ? any : validation
  const marks = useMemo(() => markLabels(model.labels), [model.labels])
  return (
    <Panel
      title={t('samples')}
      extra={
        <span className={styles['about']}>
          {t(isWithout ? 'ofAny' : 'ofValidation', { name: model.datasetName })} ·{' '}
          {t('threshold', { score: String(threshold) })} ·{' '}
          <Link to="/model/list/model/$id/try" params={{ id: model.id }}>
            {t('openInPlayground')}
          </Link>
        </span>
      }
    >
      {source.error !== null && <ProblemState problem={source.error} onRetry={() => void source.refetch()} />}
      {source.data?.items.length === 0 && isWithout && <p className={styles['about']}>{t('none')}</p>}
      <ul className={styles['pictures']}>
        {source.data?.items.map((item) => (
          <li key={item.id}>
            <Sample modelId={model.id} item={item} marks={marks} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Sample({ modelId, item, marks }: { modelId: string; item: DatasetItem; marks: LabelMarks }) {
  const { fileId, path } = item
  const prediction = useQuery({
    // By no path of the API: news of models must not ask again.
    queryKey: ['model-sample', { modelId, fileId }],
    queryFn: ({ signal }) =>
      call(servingEndpoints.predict, { params: { modelId }, query: { confidence: threshold, fileId } }, { signal }),
    retry: false,
    staleTime: Infinity,
  })
  if (prediction.isPending) return <Bone height={170} />
  if (prediction.error !== null) {
    return <ProblemState problem={prediction.error} onRetry={() => void prediction.refetch()} />
  }
  const result: InferenceResult = { ...prediction.data, itemId: item.id, fileId, path, truth: null }
  const boxes = displayedBoxes(result, { view: 'found', threshold, hiddenLabels: new Set(), images: 'all' })
  return (
    <figure>
      <div className={styles['picture']}>
        <DetectedImage
          result={result}
          boxes={boxes}
          view="found"
          marks={marks}
          named
          source={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
        />
      </div>
      <figcaption title={path}>{path}</figcaption>
    </figure>
  )
}
