import type { DetectionMetrics } from '../predictions.ts'
import { matchPredictions, type ImageResult, type Match } from './matching.ts'

/** The overlaps that mAP50-95 averages over: 0.50, 0.55, … 0.95. */
export const overlapSteps: readonly number[] = Array.from({ length: 10 }, (_, i) => (50 + 5 * i) / 100)

/** Confidences at which curves are sampled: 0, 0.01, … 1. */
export const confidenceSteps: readonly number[] = Array.from({ length: 101 }, (_, i) => i / 100)

export interface LabelMetrics extends DetectionMetrics {
  labelIndex: number
  /** True objects of the label, and images that show one. */
  instances: number
  images: number
  /** At overlap 0.5, at each of `confidenceSteps`. */
  precisionByConfidence: number[]
  recallByConfidence: number[]
  /** At overlap 0.5, the precision still reached at recall 0, 0.01, … 1. */
  precisionByRecall: number[]
}

export interface Evaluation {
  /** Means over the labels that occur in the truth; null where none does. */
  overall: DetectionMetrics
  /** One entry a label, in index order. */
  labels: LabelMetrics[]
  /** The confidence of the best mean F1, at which precision and recall are taken. */
  confidence: number
  images: number
  instances: number
}

/**
 * Precision envelope sampled at the 101 recalls 0, 0.01, … 1, as COCO's evaluation does: the best precision
 * reached at that recall or beyond it, 0 where the recall is never reached. `right` is most confident first.
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
  return confidenceSteps.map((wanted) => {
    // Recalls are multiples of 1/instances: without the allowance 0.07 of 100 objects would miss the seventh.
    while (at < recall.length && recall[at]! < wanted - 1e-9) at += 1
    return precision[at] ?? 0
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

interface Curves {
  precision: number[]
  recall: number[]
}

/** Precision and recall at overlap 0.5 when only predictions of at least each confidence count. */
function curves(sorted: readonly Match[], instances: number): Curves {
  const precision: number[] = []
  const recall: number[] = []
  let kept = sorted.length
  let hits = sorted.filter((m) => m.right[0]).length
  for (const confidence of confidenceSteps) {
    while (kept > 0 && sorted[kept - 1]!.score < confidence) {
      kept -= 1
      if (sorted[kept]!.right[0]) hits -= 1
    }
    // Nothing left to be wrong: precision stays 1, as the precision-recall curve starts there.
    precision.push(kept === 0 ? 1 : hits / kept)
    recall.push(instances === 0 ? 0 : hits / instances)
  }
  return { precision, recall }
}

export function f1(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/** The step of the best mean F1 of the labels, the curve smoothed over eleven steps as Ultralytics smooths it. */
function bestConfidence(found: readonly Curves[]): number {
  const scores = confidenceSteps.map((_, i) => mean(found.map((c) => f1(c.precision[i]!, c.recall[i]!))))
  const smooth = scores.map((_, i) =>
    mean(Array.from({ length: 11 }, (_, k) => scores[Math.min(scores.length - 1, Math.max(0, i + k - 5))]!)),
  )
  return smooth.indexOf(Math.max(...smooth))
}

function labelMetrics(results: readonly ImageResult[], matches: readonly Match[], labelIndex: number) {
  const sorted = matches.filter((m) => m.labelIndex === labelIndex).toSorted((a, b) => b.score - a.score)
  const counts = results.map(({ truth }) => truth.filter((t) => t.labelIndex === labelIndex).length)
  const instances = counts.reduce((sum, n) => sum + n, 0)
  const samples = overlapSteps.map((_, i) =>
    precisionAtRecalls(
      sorted.map((m) => m.right[i]!),
      instances,
    ),
  )
  return {
    labelIndex,
    instances,
    images: counts.filter((n) => n > 0).length,
    curves: curves(sorted, instances),
    precisionByRecall: instances === 0 ? confidenceSteps.map(() => 0) : samples[0]!,
    averagePrecisions: samples.map(mean),
  }
}

/**
 * Precision, recall, mAP50 and mAP50-95 per label and over all. Precision and recall are those at overlap 0.5 and
 * at the confidence of the best mean F1 (as Ultralytics reports them), average precision is COCO's 101-point one.
 */
export function evaluateDetections(results: readonly ImageResult[], labelCount: number): Evaluation {
  const matches = results.flatMap((result) => matchPredictions(result, overlapSteps))
  const found = Array.from({ length: labelCount }, (_, labelIndex) => labelMetrics(results, matches, labelIndex))
  const present = found.filter((l) => l.instances > 0)
  const best = present.length === 0 ? 0 : bestConfidence(present.map((l) => l.curves))
  const labels = found.map(({ curves: curve, averagePrecisions, ...rest }): LabelMetrics => ({
    ...rest,
    precisionByConfidence: curve.precision,
    recallByConfidence: curve.recall,
    ...(rest.instances === 0
      ? { precision: null, recall: null, mAP50: null, mAP50to95: null }
      : {
          // Nothing found at all is no precision to boast of.
          precision: curve.recall[best] === 0 ? 0 : curve.precision[best]!,
          recall: curve.recall[best]!,
          mAP50: averagePrecisions[0]!,
          mAP50to95: mean(averagePrecisions),
        }),
  }))
  const overall = (key: keyof DetectionMetrics) => {
    const values = labels.flatMap((l) => (l[key] === null ? [] : [l[key]]))
    return values.length === 0 ? null : mean(values)
  }
  return {
    overall: {
      precision: overall('precision'),
      recall: overall('recall'),
      mAP50: overall('mAP50'),
      mAP50to95: overall('mAP50to95'),
    },
    labels,
    confidence: confidenceSteps[best]!,
    images: results.length,
    instances: present.reduce((sum, l) => sum + l.instances, 0),
  }
}
