import type { ModelPrediction } from '@vermilion/contract/predictions'

const likely = 0.5

export function likelyPredictions(predictions: readonly ModelPrediction[], confidence: number): ModelPrediction[] {
  const surest = predictions.reduce<ModelPrediction | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  )
  return predictions.filter(
    (one) => one.score >= confidence && (isPlaced(one) || one === surest || one.score >= likely),
  )
}

function isPlaced(prediction: ModelPrediction): boolean {
  return 'box' in prediction || 'mask' in prediction
}
