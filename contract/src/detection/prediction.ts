import { boxOverlap, type Box } from '../labels/box.ts'

/** A true object: label index of the dataset and box in pixels of the upright image. */
export interface Truth {
  labelIndex: number
  box: Box
}

export interface Prediction extends Truth {
  score: number
}

export interface Thresholds {
  confidence: number
  overlap: number
}

/** Descending score; ties keep their order, which makes results deterministic. */
export function byScore<Some extends Prediction>(predictions: readonly Some[]): Some[] {
  return predictions.toSorted((a, b) => b.score - a.score)
}

/** Maximum predictions per label and image; more than average precision counts, so that it has no influence. */
export const maxPredictions = 300

/** Non-maximum suppression per label with IoU threshold `overlap`. At most `maxPredictions` per label, by descending score. */
export function suppress<Some extends Prediction>(predictions: readonly Some[], overlap: number): Some[] {
  const selected: Some[] = []
  const keptByLabel = new Map<number, Some[]>()
  for (const candidate of byScore(predictions)) {
    const rivals = keptByLabel.get(candidate.labelIndex) ?? []
    if (rivals.length === maxPredictions) continue
    if (rivals.some(({ box }) => boxOverlap(box, candidate.box) > overlap)) continue
    rivals.push(candidate)
    keptByLabel.set(candidate.labelIndex, rivals)
    selected.push(candidate)
  }
  return selected
}
