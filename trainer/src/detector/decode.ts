import { boxFromInput, type Letterbox } from '@vermilion/contract/detection/letterbox'
import { suppress, type Prediction, type Thresholds } from '@vermilion/contract/detection/prediction'
import { boxWithin } from '@vermilion/contract/labels/box'

/** Low enough for whole precision-recall curves; suppression as the model's metadata asks for it. */
export const validationThresholds = { confidence: 0.005, overlap: 0.45 } as const

/**
 * Predictions of one image, in its pixels, from the model's output `(4 + labels, cells)`: each cell speaks for its most
 * likely label, if it is sure enough, then the weaker of overlapping predictions are suppressed.
 */
export function decodePredictions(
  output: Float32Array,
  labelCount: number,
  fit: Letterbox,
  { confidence, overlap }: Thresholds,
): Prediction[] {
  const cells = output.length / (4 + labelCount)
  const predictions: Prediction[] = []
  for (let cell = 0; cell < cells; cell++) {
    let labelIndex = 0
    for (let label = 1; label < labelCount; label++) {
      if (output[(4 + label) * cells + cell]! > output[(4 + labelIndex) * cells + cell]!) labelIndex = label
    }
    const score = output[(4 + labelIndex) * cells + cell]!
    if (!(score >= confidence)) continue
    const [x, y, width, height] = [0, 1, 2, 3].map((k) => output[k * cells + cell]!) as [number, number, number, number]
    const input = { x: x - width / 2, y: y - height / 2, width, height }
    const box = boxWithin(boxFromInput(input, fit), fit.image)
    if (box) predictions.push({ labelIndex, score, box })
  }
  return suppress(predictions, overlap)
}
