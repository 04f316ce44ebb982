import { type ImageResult, matchPredictions } from '../../detection/matching.ts'
import { countedOf, overlapSteps } from '../../detection/metrics.ts'
import { confidenceSteps, f1, mean } from '../../detection/ranking.ts'
import type { Figures } from '../../evaluations.ts'
import { meanOverLabels, type Samples } from './samples.ts'

interface Finds {
  scores: number[]
  images: number[]
  right: number[]
  objects: { image: number; count: number }[]
}

/** Predictions by descending score; the first `sure` count for precision and recall. */
interface RankedFinds {
  images: Uint32Array
  right: Uint16Array
  sure: number
  objects: Finds['objects']
}

export interface DetectionSamples extends Samples {
  add(result: ImageResult, image: number): void
}

const steps = confidenceSteps.length

export function createDetectionSamples(labelCount: number, confidence: number): DetectionSamples {
  const finds = Array.from({ length: labelCount }, (): Finds => ({ scores: [], images: [], right: [], objects: [] }))
  let ranked: RankedFinds[] | undefined
  return {
    add({ truth, predictions }, image) {
      ranked = undefined
      for (const [labelIndex, objects] of Map.groupBy(truth, (one) => one.labelIndex))
        finds[labelIndex]!.objects.push({ image, count: objects.length })
      for (const match of matchPredictions({ truth, predictions: countedOf(predictions) }, overlapSteps)) {
        const label = finds[match.labelIndex]!
        label.scores.push(match.score)
        label.images.push(image)
        label.right.push(match.right.reduce((bits, right, index) => (right ? bits | (1 << index) : bits), 0))
      }
    },
    figuresOf(counts) {
      ranked ??= finds.map((one) => rank(one, confidence))
      const perLabel = ranked.map((label) => labelOf(label, counts))
      const labels = perLabel.map((label): Figures => {
        if (label === null) return { precision: null, recall: null, f1: null, mAP50: null, mAP50to95: null }
        const { precision, recall, averagePrecisions } = label
        return {
          precision,
          recall,
          f1: f1(precision, recall),
          mAP50: averagePrecisions[0]!,
          mAP50to95: mean(averagePrecisions),
        }
      })
      const names = ['precision', 'recall', 'f1', 'mAP50', 'mAP50to95'] as const
      return { overall: Object.fromEntries(names.map((name) => [name, meanOverLabels(labels, name)])), labels }
    },
  }
}

function rank({ scores, images, right, objects }: Finds, confidence: number): RankedFinds {
  const order = scores.map((_, index) => index).sort((a, b) => scores[b]! - scores[a]!)
  return {
    images: Uint32Array.from(order, (index) => images[index]!),
    right: Uint16Array.from(order, (index) => right[index]!),
    sure: scores.filter((score) => score >= confidence).length,
    objects,
  }
}

function labelOf({ images, right, sure, objects }: RankedFinds, counts: ArrayLike<number>) {
  const instances = objects.reduce((sum, { image, count }) => sum + counts[image]! * count, 0)
  if (instances === 0) return null
  const accuracy = { counted: 0, hits: 0 }
  const hits = overlapSteps.map(() => 0)
  const precisions = overlapSteps.map((): number[] => [])
  const recalls = overlapSteps.map((): number[] => [])
  let total = 0
  for (let at = 0; at < images.length; at += 1) {
    const count = counts[images[at]!]!
    if (count === 0) continue
    total += count
    const bits = right[at]!
    if (at < sure) accuracy.counted += count
    if (at < sure && (bits & 1) !== 0) accuracy.hits += count
    for (let overlap = 0; bits >> overlap !== 0; overlap += 1) {
      if ((bits & (1 << overlap)) === 0) continue
      hits[overlap]! += count
      // Copies of an image are adjacent: the last has the highest precision and recall.
      precisions[overlap]!.push(hits[overlap]! / total)
      recalls[overlap]!.push(hits[overlap]! / instances)
    }
  }
  return {
    precision: accuracy.hits === 0 ? 0 : accuracy.hits / accuracy.counted,
    recall: accuracy.hits / instances,
    averagePrecisions: precisions.map((precision, overlap) => meanPrecisionOf(precision, recalls[overlap]!)),
  }
}

/** Computes `precisionAtRecalls` from right predictions alone: wrong ones neither raise recall nor have more precision. */
function meanPrecisionOf(precision: number[], recall: readonly number[]): number {
  for (let at = precision.length - 2; at >= 0; at -= 1) precision[at] = Math.max(precision[at]!, precision[at + 1]!)
  let [at, sum] = [0, 0]
  for (const threshold of confidenceSteps) {
    while (at < recall.length && recall[at]! < threshold - 1e-9) at += 1
    sum += precision[at] ?? 0
  }
  return sum / steps
}
