import { z } from 'zod'
import type { LabelType } from '../labels/dataset-labels.ts'

/** `statistics`: of pixels. `chat`: a service that sees. `model`: one of the repository. */
export const scorerKinds = ['statistics', 'chat', 'model'] as const
export type ScorerKind = (typeof scorerKinds)[number]

/** Image statistics: its reasons are the measured values alone, so that they are the same in every language. */
export const statisticsScorer = 'image-statistics'

/** The statistic of a model's predictions that becomes the score. */
export const predictionMeasures = ['confidence', 'uncertainty', 'objects'] as const
export type PredictionMeasure = (typeof predictionMeasures)[number]

/** Only boxes are objects that can be counted. */
export const predictionMeasuresOf: Readonly<Record<LabelType, readonly PredictionMeasure[]>> = {
  'target-detection': predictionMeasures,
  'picture-classification': ['confidence', 'uncertainty'],
  'semantic-segmentation': ['confidence', 'uncertainty'],
}

const modelScorer = /^model:([^:]+):([^:]+)$/
export const modelScorerId = (modelId: string, measure: PredictionMeasure) => `model:${modelId}:${measure}`

/** The model of the repository that a scorer is of, and what of its predictions; undefined for other scorers. */
export function readModelScorerId(id: string): { modelId: string; measure: PredictionMeasure } | undefined {
  const [, modelId = '', name = ''] = modelScorer.exec(id) ?? []
  const measure = predictionMeasures.find((candidate) => candidate === name)
  return measure && { modelId, measure }
}

export const scorer = z.object({
  /** `image-statistics`, `chat:` and the id of a service, or `model:`, the id of a model, `:` and what of it. */
  id: z.string(),
  kind: z.enum(scorerKinds),
  name: z.string(),
  /** Model name of a chat service. */
  model: z.string().nullable(),
  /** Set for models of the repository. */
  measure: z.enum(predictionMeasures).nullable(),
  /** False for scorers with criteria of their own. */
  needsStandard: z.boolean(),
})
export type Scorer = z.output<typeof scorer>
