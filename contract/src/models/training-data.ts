import { z } from 'zod'
import { splits } from '../datasets/kinds.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id } from '../kernel/fields.ts'

/** The dataset at the time of training, with the version of identical content, if one exists. */
export const modelTrainingData = z.object({
  datasetId: id,
  datasetName: z.string(),
  versionId: id.nullable(),
  versionNumber: count.nullable(),
  splits: z.record(z.enum(splits), count),
})
export type ModelTrainingData = z.output<typeof modelTrainingData>

export const trainingDataEndpoints = {
  modelTrainingData: endpoint('GET', '/models/:modelId/training-data', {
    summary: {
      en: 'What a model was trained on, image counts by split; null where that is not known',
      zh: '模型的训练数据及各子集的图片数；未知时为 null',
    },
    answer: z.object({ data: modelTrainingData.nullable() }),
    errors: ['model.not-found'],
  }),
} as const
