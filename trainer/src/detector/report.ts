import { confusionMatrix, type ImageResult } from '@vermilion/contract/detection/matching'
import { evaluateDetections, type Evaluation } from '@vermilion/contract/detection/metrics'
import type { DetectionMetrics } from '@vermilion/contract/predictions'

/** What `report.json` holds of a detector, after training and after an inference over images with truth. */
export interface Report {
  images: number
  instances: number
  /** Precision and recall at the confidence of the best mean F1. */
  metrics: DetectionMetrics
  confidence: number
  classes: (DetectionMetrics & { label: string; instances: number; images: number })[]
  /** `matrix[found][true]` at confidence 0.25 and overlap 0.5; the last row and column are the background. */
  confusion: { labels: string[]; matrix: number[][] }
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
  const report = {
    images: evaluation.images,
    instances: evaluation.instances,
    metrics: evaluation.overall,
    confidence: evaluation.bestConfidence,
    classes,
    confusion: { labels: [...labels, background], matrix: confusionMatrix(results, labels.length) },
  }
  return { report, evaluation }
}
