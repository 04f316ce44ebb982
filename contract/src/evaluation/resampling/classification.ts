import type { ClassifiedImage } from '../../detection/classification.ts'
import { background, type Figures } from '../../evaluations.ts'
import { type ClassificationOptions, labelAccuracy } from '../classification.ts'
import type { ConfusionCount } from '../evaluator.ts'
import { meanOverLabels, type Samples } from './samples.ts'

export interface ClassificationSamples extends Samples {
  add(classified: ClassifiedImage, cells: readonly ConfusionCount[], image: number): void
}

interface SampledImage {
  image: number
  cells: readonly ConfusionCount[]
  top1: boolean
  top5: boolean
}

interface Ranking {
  images: Uint32Array
  right: Uint8Array
}

/** Maximum number of ranked scores; beyond it the mean average precision has no interval. */
const maxScores = 2_000_000

export function createClassificationSamples(options: Omit<ClassificationOptions, 'confidence'>): ClassificationSamples {
  const { labelCount, multiple } = options
  const images: SampledImage[] = []
  const scored: (ClassifiedImage & { image: number })[] = []
  let rankings: Ranking[] | null | undefined

  return {
    add({ scores, truth }, cells, image) {
      rankings = undefined
      const [real = background] = truth
      const own = scores[real] ?? 0
      const isLikelier = (label: number) => scores[label]! > own || (scores[label] === own && label < real)
      const likelier = Array.from(scores, (_, label) => label).filter(isLikelier).length
      images.push({ image, cells, top1: likelier < 1, top5: likelier < 5 })
      if ((scored.length + 1) * labelCount <= maxScores)
        scored.push({ scores: Float64Array.from(scores), truth, image })
    },
    figuresOf(counts) {
      rankings ??= scored.length < images.length ? null : rankingsOf(scored, labelCount)
      const sums = Array.from({ length: labelCount }, () => ({ instances: 0, predicted: 0, right: 0 }))
      const within = { images: 0, top1: 0, top5: 0 }
      for (const { image, cells, top1, top5 } of images) {
        const times = counts[image]!
        if (times === 0) continue
        within.images += times
        if (top1) within.top1 += times
        if (top5) within.top5 += times
        for (const { found: predicted, real } of cells) {
          if (real !== background) sums[real]!.instances += times
          if (predicted !== background) sums[predicted]!.predicted += times
          if (real === predicted && real !== background) sums[real]!.right += times
        }
      }
      const labels = sums.map((label, labelIndex): Figures => {
        const ranking = rankings?.[labelIndex]
        const hasPrecision = ranking !== undefined && label.instances > 0
        return { ...labelAccuracy(label), meanPrecision: hasPrecision ? averagePrecisionOf(ranking, counts) : null }
      })
      const part = (count: number) => (multiple || within.images === 0 ? null : count / within.images)
      const names = ['meanPrecision', 'precision', 'recall', 'f1'] as const
      const means = Object.fromEntries(names.map((name) => [name, meanOverLabels(labels, name)]))
      return { overall: { top1: part(within.top1), top5: part(within.top5), ...means }, labels }
    },
  }
}

function rankingsOf(scored: readonly (ClassifiedImage & { image: number })[], labelCount: number): Ranking[] {
  return Array.from({ length: labelCount }, (_, label) => {
    const order = scored.toSorted((a, b) => b.scores[label]! - a.scores[label]!)
    return {
      images: Uint32Array.from(order, ({ image }) => image),
      right: Uint8Array.from(order, ({ truth }) => Number(truth.includes(label))),
    }
  })
}

/** Average precision of a resampled ranking; copies of an image are adjacent. */
function averagePrecisionOf({ images, right }: Ranking, counts: ArrayLike<number>): number | null {
  let [hits, total, sum] = [0, 0, 0]
  for (let at = 0; at < images.length; at += 1) {
    const times = counts[images[at]!]!
    if (right[at] === 0) {
      total += times
      continue
    }
    for (let copy = 0; copy < times; copy += 1) {
      hits += 1
      total += 1
      sum += hits / total
    }
  }
  return hits === 0 ? null : sum / hits
}
