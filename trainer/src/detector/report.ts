import { confusionMatrix, type ImageResult } from '@vermilion/contract/detection/matching'
import { evaluateDetections, type Evaluation, f1, type LabelMetrics } from '@vermilion/contract/detection/metrics'
import type { DetectionMetrics } from '@vermilion/contract/predictions'

export interface Report {
  images: number
  instances: number
  /** Precision and recall at the confidence of the best mean F1. */
  metrics: DetectionMetrics
  confidence: number
  classes: (DetectionMetrics & { label: string; instances: number; images: number })[]
  /** `matrix[found][true]` at that confidence and IoU 0.5; the last row and column are the background. */
  confusion: { labels: string[]; matrix: number[][]; confidence: number }
  /** Curves over labels that occur: precision at recalls, and F1 at confidences, of 0, 0.01, … 1. */
  curves: { label: string; precisionByRecall: number[]; f1: number[] }[]
}

export const background = 'background'

export function reportOf(
  results: readonly ImageResult[],
  labels: readonly string[],
): { report: Report; evaluation: Evaluation } {
  const evaluation = evaluateDetections(results, labels.length)
  const classes = evaluation.labels.map(({ labelIndex, instances, images, precision, recall, mAP50, mAP50to95 }) => ({
    label: labels[labelIndex]!,
    instances,
    images,
    precision,
    recall,
    mAP50,
    mAP50to95,
  }))
  const confidence = evaluation.bestConfidence
  const report = {
    images: evaluation.images,
    instances: evaluation.instances,
    metrics: evaluation.overall,
    confidence,
    classes,
    confusion: {
      labels: [...labels, background],
      matrix: confusionMatrix(results, labels.length, { confidence }),
      confidence,
    },
    curves: evaluation.labels.filter(({ instances }) => instances > 0).map((one) => curvesOf(one, labels)),
  }
  return { report, evaluation }
}

const short = (value: number) => Number(value.toFixed(4))

function curvesOf(one: LabelMetrics, labels: readonly string[]): Report['curves'][number] {
  const { labelIndex, precisionByRecall, precisionByConfidence, recallByConfidence } = one
  return {
    label: labels[labelIndex]!,
    precisionByRecall: precisionByRecall.map(short),
    f1: precisionByConfidence.map((precision, step) => short(f1(precision, recallByConfidence[step]!))),
  }
}
