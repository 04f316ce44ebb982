import { boxOverlap } from '../labels/box.ts'
import { byScore, type Prediction, type Truth } from './prediction.ts'

export interface ImageResult {
  truth: readonly Truth[]
  predictions: readonly Prediction[]
}

export interface Match {
  labelIndex: number
  score: number
  right: boolean[]
}

/** Maximum counted predictions per label and image, as in COCO's evaluation. */
export const maxPredictionsPerLabel = 100

/**
 * Matches as COCO does: in descending score, each prediction takes the free true object of its label with the largest overlap
 * (the last among equals).
 */
export function matchPredictions({ truth, predictions }: ImageResult, overlaps: readonly number[]): Match[] {
  const sorted = byScore(predictions)
  const matched = overlaps.map(() => new Set<Truth>())
  const ofLabel = Map.groupBy(truth.toReversed(), ({ labelIndex }) => labelIndex)
  return sorted.map((prediction) => {
    const near = (ofLabel.get(prediction.labelIndex) ?? [])
      .map((object) => ({ object, overlap: boxOverlap(object.box, prediction.box) }))
      .toSorted((a, b) => b.overlap - a.overlap)
    const right = overlaps.map((least, i) => {
      const best = near.find(({ object }) => !matched[i]!.has(object))
      if (!best || best.overlap < least) return false
      matched[i]!.add(best.object)
      return true
    })
    return { labelIndex: prediction.labelIndex, score: prediction.score, right }
  })
}

export interface PairingLimits {
  confidence: number
  overlap: number
}

export const usualPairing: PairingLimits = { confidence: 0.25, overlap: 0.5 }

export interface Pairing {
  pairs: { predicted: Prediction; real: Truth }[]
  extra: Prediction[]
  missed: Truth[]
}

/** Pairs predictions with truth greedily by descending overlap. */
export function pairUp({ truth, predictions }: ImageResult, { confidence, overlap }: PairingLimits): Pairing {
  const sure = predictions.filter((p) => p.score >= confidence)
  const near = sure
    .flatMap((prediction) =>
      truth.map((real) => ({ predicted: prediction, real, overlap: boxOverlap(prediction.box, real.box) })),
    )
    .filter((pair) => pair.overlap >= overlap)
    .toSorted((a, b) => b.overlap - a.overlap)
  const used = new Set<Truth>()
  const pairs = near.flatMap(({ predicted, real }) => {
    if (used.has(predicted) || used.has(real)) return []
    used.add(predicted).add(real)
    return [{ predicted, real }]
  })
  return {
    pairs,
    extra: sure.filter((prediction) => !used.has(prediction)),
    missed: truth.filter((real) => !used.has(real)),
  }
}

/** `matrix[found][true]`, background last (missed objects, false positives). Pairs have any labels, by descending overlap. */
export function confusionMatrix(
  results: readonly ImageResult[],
  labelCount: number,
  limits: Partial<PairingLimits> = {},
): number[][] {
  const matrix = Array.from({ length: labelCount + 1 }, () => Array.from({ length: labelCount + 1 }, () => 0))
  const count = (predicted: number, real: number) => {
    matrix[predicted]![real]! += 1
  }
  for (const result of results) {
    const { pairs, extra, missed } = pairUp(result, { ...usualPairing, ...limits })
    for (const { predicted, real } of pairs) count(predicted.labelIndex, real.labelIndex)
    for (const prediction of extra) count(prediction.labelIndex, labelCount)
    for (const real of missed) count(labelCount, real.labelIndex)
  }
  return matrix
}
