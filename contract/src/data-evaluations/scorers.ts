import { z } from 'zod'
import type { LabelType } from '../labels/dataset-labels.ts'

/** `statistics` of pixels; `chat`: a vision service; `model`: from the repository. */
export const scorerKinds = ['statistics', 'chat', 'model'] as const

/** The scorer by image statistics. Its reasons are measured values only, independent of language. */
export const statisticsScorer = 'image-statistics'

export const predictionMeasures = ['confidence', 'uncertainty', 'objects'] as const
export type PredictionMeasure = (typeof predictionMeasures)[number]

/** `objects` needs boxes, since only boxes can be counted. */
export const predictionMeasuresOf: Readonly<Record<LabelType, readonly PredictionMeasure[]>> = {
  'target-detection': predictionMeasures,
  'picture-classification': ['confidence', 'uncertainty'],
  'semantic-segmentation': ['confidence', 'uncertainty'],
}

const modelScorer = /^model:([^:]+):([^:]+)$/
export const modelScorerId = (modelId: string, measure: PredictionMeasure) => `model:${modelId}:${measure}`

export function readModelScorerId(id: string): { modelId: string; measure: PredictionMeasure } | undefined {
  const [, modelId = '', name = ''] = modelScorer.exec(id) ?? []
  const measure = predictionMeasures.find((candidate) => candidate === name)
  return measure && { modelId, measure }
}

export const scorer = z.object({
  /** `image-statistics`, `chat:<service id>`, or `model:<model id>:<measure>`. */
  id: z.string(),
  kind: z.enum(scorerKinds),
  name: z.string(),
  model: z.string().nullable(),
  measure: z.enum(predictionMeasures).nullable(),
  needsStandard: z.boolean(),
})
export type Scorer = z.output<typeof scorer>
