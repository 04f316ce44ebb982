import { minScore } from '@vermilion/contract/auto-label'
import { canBeTiled } from '@vermilion/contract/detection/tiles/tiles'
import { type ImagePrediction, maxSide, maxTiledSide } from '@vermilion/contract/models/image-predictions'
import type { Box } from '@vermilion/contract/labels/box'
import type { Text } from '@vermilion/contract/kernel/text'
import type { InferenceModel } from '@vermilion/contract/models'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import {
  measurePrediction,
  ModelFailed,
  pictureForModel,
  type PixelWork,
  unreadablePicture,
} from '#areas/data-evaluation'
import { likelyPredictions, type Models } from '#areas/models'
import { type ImageToLabel, type Labeller, type LabellerSource } from './labeller.ts'

const maxModels = 200

interface Needs {
  readonly models: Pick<Models, 'runnable' | 'predictor' | 'recommendedThreshold'>
  readonly pixels: PixelWork
}

export function createModelLabellers(needs: Needs): LabellerSource {
  const { models } = needs
  return {
    async list(labelType) {
      const { items } = await models.runnable.page({ labelType, limit: maxModels })
      return items.map((model) => modelLabeller(needs, model))
    },
    async find(id) {
      const model = id.startsWith('model:') ? await models.runnable.find(id.slice('model:'.length)) : undefined
      return model && modelLabeller(needs, model)
    },
  }
}

function modelLabeller({ models, pixels }: Needs, model: InferenceModel): Labeller {
  return {
    id: `model:${model.id}`,
    kind: 'model',
    name: model.name,
    model: null,
    labelTypes: [model.labelType],
    classes: model.labels,
    takesTiles: canBeTiled[model.labelType],
    concurrency: models.predictor.processes * 2,
    recommendedThreshold: async () => (await models.recommendedThreshold(model)).confidence,
    async label(image, { tiles = null, signal }) {
      signal.throwIfAborted()
      const bytes = await pictureForModel(image.content, pixels, signal)
      const response = await models.predictor.predict(model, bytes, { tiles, signal })
      if ('broken' in response) throw unreadablePicture(response.broken)
      if ('unusable' in response) throw unusable(response.unusable)
      const [{ score: entropy } = { score: 0 }] = measurePrediction('uncertainty', response)
      return {
        predictions: inImage(predictionsOf(response, model), image, tiles === null ? maxSide : maxTiledSide),
        uncertainty: entropy / 100,
      }
    },
  }
}

/** Includes low-confidence predictions; for classifications, only likely classes. */
function predictionsOf(
  { predictions, faint = [], isMultiple }: ImagePrediction,
  { labels }: InferenceModel,
): ModelPrediction[] {
  const all = [
    ...predictions,
    ...faint.map((box): ModelPrediction => ({ ...box, label: labels[box.labelIndex] ?? '' })),
  ].filter(({ score }) => score >= minScore)
  return isMultiple ? all : likelyPredictions(all, minScore)
}

function inImage(
  predictions: readonly ModelPrediction[],
  { width, height }: ImageToLabel,
  limit: number,
): ModelPrediction[] {
  const scale = Math.max(width, height) / limit
  if (scale <= 1) return [...predictions]
  return predictions.flatMap((prediction): ModelPrediction[] => {
    if ('mask' in prediction) throw tooLarge
    return 'box' in prediction ? [{ ...prediction, box: scaled(prediction.box, scale) }] : [prediction]
  })
}

const scaled = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
})

const tooLarge = new ModelFailed({
  en: `Regions are found in images of up to ${maxSide} pixels a side`,
  zh: `区域标注仅支持边长不超过 ${maxSide} 像素的图片`,
})

const unusable = ({ en, zh }: Text) =>
  new ModelFailed({ en: `The model cannot be run: ${en}`, zh: `模型无法运行：${zh}` }, { isGeneral: true })
