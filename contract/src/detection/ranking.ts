/** Confidences at which curves are sampled: 0, 0.01, … 1. */
export const confidenceSteps: readonly number[] = Array.from({ length: 101 }, (_, i) => i / 100)

export interface Ranked {
  score: number
  right: boolean
}

export interface Curves {
  precision: number[]
  recall: number[]
}

export const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

export function f1(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/**
 * Interpolates as COCO does: the best precision at a recall of 0, 0.01, … 1 or beyond, 0 if never reached. `right` is by
 * descending score.
 */
export function precisionAtRecalls(right: readonly boolean[], instances: number): number[] {
  const precision: number[] = []
  const recall: number[] = []
  let hits = 0
  for (const [i, isRight] of right.entries()) {
    if (isRight) hits += 1
    precision.push(hits / (i + 1))
    recall.push(hits / instances)
  }
  for (let i = precision.length - 2; i >= 0; i--) precision[i] = Math.max(precision[i]!, precision[i + 1]!)
  let at = 0
  return confidenceSteps.map((threshold) => {
    while (at < recall.length && recall[at]! < threshold - 1e-9) at += 1
    return precision[at] ?? 0
  })
}

export function curvesOf(sorted: readonly Ranked[], instances: number): Curves {
  const precision: number[] = []
  const recall: number[] = []
  let count = sorted.length
  let hits = sorted.filter(({ right }) => right).length
  for (const confidence of confidenceSteps) {
    while (count > 0 && sorted[count - 1]!.score < confidence) {
      count -= 1
      if (sorted[count]!.right) hits -= 1
    }
    // Without predictions, precision is 1, where the precision-recall curve starts.
    precision.push(count === 0 ? 1 : hits / count)
    recall.push(instances === 0 ? 0 : hits / instances)
  }
  return { precision, recall }
}

/** Index of the best mean F1, smoothed over eleven steps as in Ultralytics. */
export function bestStep(perLabel: readonly Curves[]): number {
  if (perLabel.length === 0) return 0
  const scores = confidenceSteps.map((_, i) => mean(perLabel.map((c) => f1(c.precision[i]!, c.recall[i]!))))
  const smooth = scores.map((_, i) =>
    mean(Array.from({ length: 11 }, (_, k) => scores[Math.min(scores.length - 1, Math.max(0, i + k - 5))]!)),
  )
  return smooth.indexOf(Math.max(...smooth))
}
