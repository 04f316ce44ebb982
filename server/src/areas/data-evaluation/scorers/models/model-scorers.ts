import {
  modelScorerId,
  type PredictionMeasure,
  predictionMeasuresOf,
  readModelScorerId,
} from '@vermilion/contract/data-evaluations/scorers'
import type { ImagePrediction } from '@vermilion/contract/models/image-predictions'
import type { Text } from '@vermilion/contract/kernel/text'
import type { InferenceModel } from '@vermilion/contract/models'
import type { Models } from '#areas/models'
import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import { readPicture } from '#platform/pictures/read-picture'
import type { PixelWork } from '../pixels/pixels.ts'
import { ModelFailed, unreadablePicture } from '../model-failed.ts'
import type { ScoredImage, Scorer, ScorerSource } from '../scorer.ts'
import { measurePrediction } from './prediction-measures.ts'
import { createSharedPredictions, type SharedPredictions } from './shared-predictions.ts'

/** Change with every formula. */
const formulas = 'formulas-1'
const maxModels = 200
/** Longer side, in pixels, that the inference process accepts; larger images are scaled down. */
const maxSide = 4_096

type UsableModels = Pick<Models, 'runnable' | 'predictor'>

interface Needs {
  readonly models: UsableModels
  readonly pixels: PixelWork
}

export function createModelScorers({ models, pixels }: Needs): ScorerSource {
  const predictions = createSharedPredictions(models.predictor)
  const needs = { predictions, pixels, concurrency: models.predictor.processes * 2 }
  return {
    async list() {
      const { items } = await models.runnable.page({ limit: maxModels })
      return items.flatMap((model) =>
        predictionMeasuresOf[model.labelType].map((measure) => modelScorer(needs, model, measure)),
      )
    },
    async find(id) {
      const named = readModelScorerId(id)
      const model = named && (await models.runnable.find(named.modelId))
      if (named === undefined || model === undefined) return undefined
      const { measure } = named
      return predictionMeasuresOf[model.labelType].includes(measure) ? modelScorer(needs, model, measure) : undefined
    },
  }
}

interface ModelScorerNeeds {
  readonly predictions: SharedPredictions
  readonly pixels: PixelWork
  readonly concurrency: number
}

function modelScorer(
  { predictions, pixels, concurrency }: ModelScorerNeeds,
  model: InferenceModel,
  measure: PredictionMeasure,
): Scorer {
  const { id, name, checksum } = model
  return {
    entity: { id: modelScorerId(id, measure), kind: 'model', name, model: null, measure, needsStandard: false },
    basis: `${checksum} ${formulas}`,
    concurrency,
    async score({ content }, { signal }) {
      signal.throwIfAborted()
      const response = await predictions(model, await pictureForModel(content, pixels, signal), signal)
      if ('broken' in response) throw unreadablePicture(response.broken)
      if ('unusable' in response) throw unusable(response.unusable)
      return { criteria: measurePrediction(measure, response satisfies ImagePrediction), hash: null }
    },
    guess: () => ({ calls: 0, promptTokens: 0, completionTokens: 0 }),
  }
}

export async function pictureForModel(
  content: ScoredImage['content'],
  pixels: PixelWork,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await readPicture(content)
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error
    return pixels.shrink(content, maxSide, signal)
  }
}

const unusable = ({ en, zh }: Text) =>
  new ModelFailed({ en: `The model cannot be run: ${en}`, zh: `模型无法运行：${zh}` }, { isGeneral: true })
