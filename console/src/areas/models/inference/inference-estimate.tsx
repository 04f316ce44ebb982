import { datasetEndpoints } from '@vermilion/contract/datasets'
import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { EstimateWords } from '#areas/tasks'
import { read } from '#lib/query.ts'
import styles from '../models.module.css'

/** The program that runs models on this server. */
const image = 'vermilion/onnx-inference'

/** How long the model would run over the dataset, by how long others did. */
export function InferenceEstimate() {
  const datasetId = Form.useWatch<string | undefined>('datasetId') ?? ''
  const isDataset = Form.useWatch<string | undefined>('kind') === 'dataset' && datasetId !== ''
  const params = { datasetId }
  const dataset = useQuery({ ...read(datasetEndpoints.getDataset, { params }), enabled: isDataset })
  const imageCount = dataset.data?.fileCount ?? 0
  const estimate = useQuery({
    ...read(estimateEndpoints.estimateTask, { body: { image, imageCount, choices: [{}] } }),
    enabled: isDataset && dataset.data !== undefined,
  })
  if (!isDataset || estimate.data === undefined) return null
  return (
    <p className={styles['estimate']}>
      <EstimateWords seconds={estimate.data.seconds[0] ?? null} />
    </p>
  )
}
