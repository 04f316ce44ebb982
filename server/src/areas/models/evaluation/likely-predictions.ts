import type { ModelPrediction } from '@vermilion/contract/predictions'

/** Of classes the likeliest one is suggested, and others that are likelier than not. */
const likely = 0.5

/** What of an image's predictions is worth suggesting. */
export function likelyPredictions(predictions: readonly ModelPrediction[], confidence: number): ModelPrediction[] {
  const surest = predictions.reduce<ModelPrediction | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  )
  return predictions.filter(
    (one) => one.score >= confidence && (isPlaced(one) || one === surest || one.score >= likely),
  )
}

/** Whether it lies somewhere in the image, beside others. */
function isPlaced(prediction: ModelPrediction): boolean {
  return 'box' in prediction || 'mask' in prediction
}
