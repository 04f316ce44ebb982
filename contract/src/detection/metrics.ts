import type { DetectionMetrics } from '../predictions.ts'
import { type ImageResult, matchPredictions, maxPredictionsPerLabel } from './matching.ts'
import { byScore, type Prediction } from './prediction.ts'
import { bestStep, confidenceSteps, curvesOf, mean, precisionAtRecalls } from './ranking.ts'

export { confidenceSteps, f1, precisionAtRecalls } from './ranking.ts'

/** IoU thresholds of mAP50-95: 0.50, 0.55, … 0.95. */
export const overlapSteps: readonly number[] = Array.from({ length: 10 }, (_, i) => (50 + 5 * i) / 100)

export interface LabelMetrics extends DetectionMetrics {
  labelIndex: number
  instances: number
  images: number
  /** At IoU 0.5, for each of `confidenceSteps`. */
  precisionByConfidence: number[]
  recallByConfidence: number[]
  /** At IoU 0.5, precision at recall 0, 0.01, … 1. */
  precisionByRecall: number[]
}

export interface Evaluation {
  /** Means over labels that occur in the truth; null without any. */
  overall: DetectionMetrics
  labels: LabelMetrics[]
  /** Confidence of the best smoothed mean F1. */
  bestConfidence: number
  images: number
  instances: number
}

/** Predictions of one label so far: scores, and a bit per overlap threshold at which each is right. */
interface Finds {
  scores: number[]
  right: number[]
  instances: number
  images: number
}

export interface DetectionTally {
  add(result: ImageResult): void
  /** Precision and recall at the given confidence, by default that of the best mean F1. */
  evaluation(confidence?: number): Evaluation
}

/** Accumulates the data of `evaluateDetections`, without holding the images. */
export function createDetectionTally(labelCount: number): DetectionTally {
  const finds = Array.from({ length: labelCount }, (): Finds => ({ scores: [], right: [], instances: 0, images: 0 }))
  let images = 0
  return {
    add({ truth, predictions }) {
      images += 1
      for (const [labelIndex, objects] of Map.groupBy(truth, (t) => t.labelIndex)) {
        finds[labelIndex]!.instances += objects.length
        finds[labelIndex]!.images += 1
      }
      for (const match of matchPredictions({ truth, predictions: countedOf(predictions) }, overlapSteps)) {
        const label = finds[match.labelIndex]!
        label.scores.push(match.score)
        label.right.push(match.right.reduce((bits, right, index) => (right ? bits | (1 << index) : bits), 0))
      }
    },
    evaluation: (confidence) => evaluationOf(finds, images, confidence),
  }
}

export function countedOf(predictions: readonly Prediction[]): Prediction[] {
  const counts = new Map<number, number>()
  return byScore(predictions).filter(({ labelIndex }) => {
    const previousCount = counts.get(labelIndex) ?? 0
    counts.set(labelIndex, previousCount + 1)
    return previousCount < maxPredictionsPerLabel
  })
}

function labelMetrics({ scores, right, instances, images }: Finds, labelIndex: number) {
  const order = scores.map((_, index) => index).sort((a, b) => scores[b]! - scores[a]!)
  const sorted = order.map((index) => ({ score: scores[index]!, bits: right[index]! }))
  const samples = overlapSteps.map((_, step) =>
    precisionAtRecalls(
      sorted.map(({ bits }) => (bits & (1 << step)) !== 0),
      instances,
    ),
  )
  return {
    labelIndex,
    instances,
    images,
    curves: curvesOf(
      sorted.map(({ score, bits }) => ({ score, right: (bits & 1) !== 0 })),
      instances,
    ),
    precisionByRecall: instances === 0 ? confidenceSteps.map(() => 0) : samples[0]!,
    averagePrecisions: samples.map(mean),
  }
}

/** Precision and recall are at IoU 0.5 and the confidence of the best mean F1; average precision is COCO's 101-point version. */
export function evaluateDetections(results: readonly ImageResult[], labelCount: number): Evaluation {
  const tally = createDetectionTally(labelCount)
  for (const result of results) tally.add(result)
  return tally.evaluation()
}

/** Precision and recall at a confidence. Without any prediction, precision is null. */
function accuracyFrom({ scores, right, instances }: Finds, confidence: number) {
  let [sure, hits] = [0, 0]
  for (const [index, score] of scores.entries()) {
    if (score < confidence) continue
    sure += 1
    hits += right[index]! & 1
  }
  return { precision: hits === 0 ? 0 : hits / sure, recall: hits / instances }
}

function evaluationOf(finds: readonly Finds[], images: number, confidence?: number): Evaluation {
  const perLabel = finds.map(labelMetrics)
  const present = perLabel.filter((l) => l.instances > 0)
  const bestConfidence = confidenceSteps[bestStep(present.map((l) => l.curves))]!
  const labels = perLabel.map(({ curves: curve, averagePrecisions, ...rest }, index): LabelMetrics => ({
    ...rest,
    precisionByConfidence: curve.precision,
    recallByConfidence: curve.recall,
    ...(rest.instances === 0
      ? { precision: null, recall: null, mAP50: null, mAP50to95: null }
      : {
          ...accuracyFrom(finds[index]!, confidence ?? bestConfidence),
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
    bestConfidence,
    images,
    instances: present.reduce((sum, l) => sum + l.instances, 0),
  }
}
