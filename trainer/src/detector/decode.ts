import { boxFromInput, type Letterbox } from '@vermilion/contract/detection/letterbox'
import type { DetectionLayout } from '@vermilion/contract/detection/model-metadata'
import { byScore, suppress, type Prediction, type Thresholds } from '@vermilion/contract/detection/prediction'
import { boxWithin, type Box } from '@vermilion/contract/labels/box'

/** Low enough for whole precision-recall curves; suppression as the model's metadata asks for it. */
export const validationThresholds = { confidence: 0.005, overlap: 0.45 } as const

/** One box of an output, in input pixels. */
interface Candidate {
  readonly labelIndex: number
  readonly score: number
  /** Left, top, width, height; read only of those that are sure enough. */
  readonly box: () => Box
}

interface OutputReader {
  /** Whether the model has left doubles in. */
  readonly hasDoubles: boolean
  /** How many numbers each box takes. */
  width(labelCount: number): number
  candidate(output: Float32Array, at: number, count: number, labelCount: number): Candidate
}

const aroundCentre = ([x, y, width, height]: readonly [number, number, number, number]): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

const outputReaders: Readonly<Record<DetectionLayout, OutputReader>> = {
  'centre-size-probabilities': {
    hasDoubles: true,
    width: (labelCount) => 4 + labelCount,
    candidate(output, cell, cells, labelCount) {
      const value = (row: number) => output[row * cells + cell]!
      let labelIndex = 0
      for (let label = 1; label < labelCount; label++) if (value(4 + label) > value(4 + labelIndex)) labelIndex = label
      const box = () => aroundCentre([value(0), value(1), value(2), value(3)])
      return { labelIndex, score: value(4 + labelIndex), box }
    },
  },
  'centre-size-objectness-probabilities': {
    hasDoubles: true,
    width: (labelCount) => 5 + labelCount,
    candidate(output, row, _rows, labelCount) {
      const value = (column: number) => output[row * (5 + labelCount) + column]!
      let labelIndex = 0
      for (let label = 1; label < labelCount; label++) if (value(5 + label) > value(5 + labelIndex)) labelIndex = label
      const box = () => aroundCentre([value(0), value(1), value(2), value(3)])
      return { labelIndex, score: value(4) * value(5 + labelIndex), box }
    },
  },
  'corners-score-label': {
    hasDoubles: false,
    width: () => 6,
    candidate(output, row, _rows, labelCount) {
      const [left, top, right, bottom, score, label] = output.subarray(row * 6, row * 6 + 6)
      const isLabel = Number.isInteger(label) && label! >= 0 && label! < labelCount
      const box = () => ({ x: left!, y: top!, width: right! - left!, height: bottom! - top! })
      return { labelIndex: isLabel ? label! : 0, score: isLabel ? score! : 0, box }
    },
  },
}

/**
 * Predictions of one image, in its pixels, from the model's output: each box speaks for its most likely label, if it is
 * sure enough, then the weaker of overlapping predictions are suppressed where the model has not done that itself.
 */
export function decodePredictions(
  output: Float32Array,
  { layout, labelCount }: { layout: DetectionLayout; labelCount: number },
  fit: Letterbox,
  { confidence, overlap }: Thresholds,
): Prediction[] {
  const reader = outputReaders[layout]
  const count = output.length / reader.width(labelCount)
  if (!Number.isInteger(count)) throw new Error(`${output.length} numbers are no boxes of ${labelCount} labels`)
  const predictions: Prediction[] = []
  for (let at = 0; at < count; at++) {
    const { labelIndex, score, box: boxOf } = reader.candidate(output, at, count, labelCount)
    if (!(score >= confidence)) continue
    const box = boxWithin(boxFromInput(boxOf(), fit), fit.image)
    if (box) predictions.push({ labelIndex, score, box })
  }
  return reader.hasDoubles ? suppress(predictions, overlap) : byScore(predictions)
}
