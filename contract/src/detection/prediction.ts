import { boxOverlap, type Box } from '../labels/box.ts'

/** A true object: label index of the dataset and box in pixels of the upright image. */
export interface Truth {
  labelIndex: number
  box: Box
}

/** A predicted object with its confidence, 0 to 1. */
export interface Prediction extends Truth {
  score: number
}

/** The confidence below which a prediction is dropped, and the overlap above which the weaker of two is. */
export interface Thresholds {
  confidence: number
  overlap: number
}

/** Most confident first; equal scores keep their order, so that a result never depends on the sort. */
export function byScore<Some extends Prediction>(predictions: readonly Some[]): Some[] {
  return predictions.toSorted((a, b) => b.score - a.score)
}

/** Objects of a label that are found in one image. More than average precision counts, so that this never changes it. */
export const maxPredictions = 300

/**
 * Non-maximum suppression per label: of predictions of one label that overlap by more than `overlap`
 * only the most confident stays. Answers at most `maxPredictions` predictions of a label, most confident first.
 */
export function suppress<Some extends Prediction>(predictions: readonly Some[], overlap: number): Some[] {
  const selected: Some[] = []
  const keptOf = new Map<number, Some[]>()
  for (const candidate of byScore(predictions)) {
    const rivals = keptOf.get(candidate.labelIndex) ?? []
    if (rivals.length === maxPredictions) continue
    if (rivals.some(({ box }) => boxOverlap(box, candidate.box) > overlap)) continue
    rivals.push(candidate)
    keptOf.set(candidate.labelIndex, rivals)
    selected.push(candidate)
  }
  return selected
}
