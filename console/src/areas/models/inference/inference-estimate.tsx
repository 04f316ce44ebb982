import { datasetEndpoints } from '@vermilion/contract/datasets'
import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { EstimatedDuration } from '#areas/tasks'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import styles from '../models.module.css'
import type { OrderedImages } from './ordered-images.ts'
import { sourceText } from './source-text.ts'

const image = 'vermilion/onnx-inference'

export function InferenceEstimate() {
  const t = useText(sourceText)
  const imageCount = useImageCount()
  const estimate = useQuery({
    ...read(estimateEndpoints.estimateTask, { body: { image, imageCount: imageCount ?? 0, choices: [{}] } }),
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
