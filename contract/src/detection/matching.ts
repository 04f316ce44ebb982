import { boxOverlap } from '../labels/box.ts'
import { byScore, type Prediction, type Truth } from './prediction.ts'

/** What was found in one image beside what is there. */
export interface ImageResult {
  truth: readonly Truth[]
  predictions: readonly Prediction[]
}

/** A prediction after matching: right or wrong at each of the overlaps asked for. */
export interface Match {
  labelIndex: number
  score: number
  right: boolean[]
}

/**
 * Matches one image's predictions with its truth as COCO does: most confident first, each takes the free true
 * object of its label that it overlaps most, if by at least the overlap asked for.
 */
export function matchPredictions({ truth, predictions }: ImageResult, overlaps: readonly number[]): Match[] {
  const sorted = byScore(predictions)
  const taken = overlaps.map(() => new Set<Truth>())
  return sorted.map((prediction) => {
    const near = truth
      .filter((t) => t.labelIndex === prediction.labelIndex)
      .map((object) => ({ object, overlap: boxOverlap(object.box, prediction.box) }))
      .toSorted((a, b) => b.overlap - a.overlap)
    const right = overlaps.map((least, i) => {
      const best = near.find(({ object }) => !taken[i]!.has(object))
      if (!best || best.overlap < least) return false
      taken[i]!.add(best.object)
      return true
    })
    return { labelIndex: prediction.labelIndex, score: prediction.score, right }
  })
}

/**
 * Counts what was taken for what: `matrix[found][true]`, with the background as last row (objects missed)
 * and last column (objects that are not there). Pairs of any labels match, those of most overlap first.
 */
export function confusionMatrix(
  results: readonly ImageResult[],
  labelCount: number,
  { confidence = 0.25, overlap = 0.5 } = {},
): number[][] {
  const matrix = Array.from({ length: labelCount + 1 }, () => Array.from({ length: labelCount + 1 }, () => 0))
  const count = (found: number, real: number) => {
    matrix[found]![real]! += 1
  }
  for (const { truth, predictions } of results) {
    const sure = predictions.filter((p) => p.score >= confidence)
    const pairs = sure
      .flatMap((found) => truth.map((real) => ({ found, real, overlap: boxOverlap(found.box, real.box) })))
      .filter((pair) => pair.overlap >= overlap)
      .toSorted((a, b) => b.overlap - a.overlap)
    const used = new Set<Truth>()
    for (const { found, real } of pairs) {
      if (used.has(found) || used.has(real)) continue
      used.add(found).add(real)
      count(found.labelIndex, real.labelIndex)
    }
    for (const found of sure) if (!used.has(found)) count(found.labelIndex, labelCount)
    for (const real of truth) if (!used.has(real)) count(labelCount, real.labelIndex)
  }
  return matrix
}
