import type { ClassificationMetrics } from '../predictions.ts'

export interface ClassifiedImage {
  scores: ArrayLike<number>
  truth: readonly number[]
}

export interface LabelAccuracy {
  labelIndex: number
  images: number
  /** Share of the images with this label whose likeliest label it is; null when there are none or images have several labels. */
  recall: number | null
  averagePrecision: number | null
}

export interface ClassificationEvaluation {
  overall: ClassificationMetrics
  labels: LabelAccuracy[]
  /** `confusion[found][true]` of the likeliest label; empty with several labels per image. */
  confusion: number[][]
  images: number
}

/** Number of labels more likely than this one; ties rank the smaller index higher. */
export function rankOf(scores: ArrayLike<number>, labelIndex: number): number {
  const own = scores[labelIndex]!
  let rank = 0
  for (let label = 0; label < scores.length; label += 1) {
    if (scores[label]! > own || (scores[label] === own && label < labelIndex)) rank += 1
  }
  return rank
}

/** Without interpolation: the mean, over true entries, of the precision at their rank. Null without true entries. */
export function averagePrecision(entries: readonly { score: number; isTrue: boolean }[]): number | null {
  let hits = 0
  let total = 0
  for (const [index, { isTrue }] of entries.toSorted((a, b) => b.score - a.score).entries()) {
    if (!isTrue) continue
    hits += 1
    total += hits / (index + 1)
  }
  return hits === 0 ? null : total / hits
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** `multiple`: images may have any number of labels; otherwise images without exactly one are skipped. */
export function evaluateClassification(
  results: readonly ClassifiedImage[],
  labelCount: number,
  multiple: boolean,
): ClassificationEvaluation {
  const measured = multiple ? results : results.filter(({ truth }) => truth.length === 1)
  const confusion = Array.from({ length: multiple ? 0 : labelCount }, () => Array<number>(labelCount).fill(0))
  const ranks = multiple ? [] : measured.map(({ scores, truth }) => rankOf(scores, truth[0]!))
  if (!multiple) {
    for (const { scores, truth } of measured) {
      const topLabel = Array.from({ length: labelCount }, (_, label) => label).find(
        (label) => rankOf(scores, label) === 0,
      )
      confusion[topLabel ?? 0]![truth[0]!]! += 1
    }
  }
  const labels = Array.from({ length: labelCount }, (_, labelIndex): LabelAccuracy => {
    const images = measured.filter(({ truth }) => truth.includes(labelIndex)).length
    const entries = measured.map(({ scores, truth }) => ({
      score: scores[labelIndex]!,
      isTrue: truth.includes(labelIndex),
    }))
    const recall = multiple || images === 0 ? null : confusion[labelIndex]![labelIndex]! / images
    return { labelIndex, images, recall, averagePrecision: averagePrecision(entries) }
  })
  const precisions = labels.flatMap((label) => (label.averagePrecision === null ? [] : [label.averagePrecision]))
  const within = (topCount: number) => mean(ranks.map((rank) => (rank < topCount ? 1 : 0)))
  return {
    overall: multiple
      ? { top1: null, top5: null, meanPrecision: mean(precisions) }
      : { top1: within(1), top5: within(5), meanPrecision: mean(precisions) },
    labels,
    confusion,
    images: measured.length,
  }
}
