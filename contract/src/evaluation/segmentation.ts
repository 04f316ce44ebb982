import { f1 } from '../detection/ranking.ts'
import { evaluateSegmentation } from '../detection/segmentation.ts'
import { background, type Figures } from '../evaluations.ts'
import { paintedRows } from '../formats/masks/paint.ts'
import type { Mask } from '../labels/mask.ts'
import { type Evaluator, type ConfusionCount, verdictOf } from './evaluator.ts'
import { meanOverLabels, type ResampledFigures } from './resampling/samples.ts'

export interface Region {
  labelIndex: number
  mask: Mask
}

export interface SegmentedImage {
  width: number
  height: number
  truth: readonly Region[]
  predicted: readonly Region[]
}

/** Evaluates pixels. An image's severity is 1 minus its mean IoU over labels that are true or predicted on it. */
export function createSegmentationEvaluator(labelCount: number): Evaluator<SegmentedImage> {
  const side = labelCount + 1
  const total = new Float64Array(side * side)
  const regions = Array.from({ length: labelCount }, () => ({ instances: 0, images: 0 }))
  const here = new Float64Array(side * side)

  function pixelsOf({ width, height, truth, predicted }: SegmentedImage): ConfusionCount[] {
    const seenRows = paintedRows(predicted.map(layerOf), { width, height })
    const touched: number[] = []
    for (const real of paintedRows(truth.map(layerOf), { width, height })) {
      const predictedRow = seenRows.next()
      if (predictedRow.done === true) break
      for (let at = 0; at < width; at += 1) {
        const key = predictedRow.value[at]! * side + real[at]!
        if (here[key] === 0) touched.push(key)
        here[key]! += 1
      }
    }
    return touched.map((key) => {
      const count = here[key]!
      total[key]! += count
      here[key] = 0
      return { found: Math.floor(key / side) - 1, real: (key % side) - 1, count }
    })
  }

  return {
    add(image) {
      for (const [labelIndex, same] of Map.groupBy(image.truth, (region) => region.labelIndex)) {
        regions[labelIndex]!.instances += same.length
        regions[labelIndex]!.images += 1
      }
      const cells = pixelsOf(image)
      return verdictOf(cells, badnessOf(cells), background)
    },
    findings() {
      const { overall, labels } = pixelFigures(total, labelCount)
      return {
        instances: regions.reduce((sum, { instances }) => sum + instances, 0),
        figures: overall,
        bestConfidence: null,
        labels: labels.map((figures, labelIndex) => ({ labelIndex, ...regions[labelIndex]!, figures, curves: null })),
      }
    },
  }
}

export function pixelFigures(total: Float64Array, labelCount: number): ResampledFigures {
  const pixels = pixelsOfAll(total, labelCount + 1)
  const { overall, classes } = evaluateSegmentation(pixels)
  const labels = Array.from({ length: labelCount }, (_, labelIndex): Figures => {
    const { overlap, pixels: there } = classes[labelIndex]!
    if (there === 0) return { mIoU: null, precision: null, recall: null, f1: null }
    const both = pixels[labelIndex]![labelIndex]!
    const predictedPixels = pixels[labelIndex]!.reduce((sum, count) => sum + count, 0)
    const [precision, recall] = [predictedPixels === 0 ? 0 : both / predictedPixels, both / there]
    return { mIoU: overlap, precision, recall, f1: f1(precision, recall) }
  })
  const names = ['precision', 'recall', 'f1'] as const
  const means = Object.fromEntries(names.map((name) => [name, meanOverLabels(labels, name)]))
  return { overall: { ...overall, ...means }, labels }
}

function pixelsOfAll(total: Float64Array, side: number): number[][] {
  const sideIndices = Array.from({ length: side }, (_, index) => (index + 1) % side)
  return sideIndices.map((predicted) => sideIndices.map((real) => total[predicted * side + real]!))
}

const layerOf = ({ labelIndex, mask }: Region) => ({ mask, value: labelIndex + 1 })

function badnessOf(cells: readonly ConfusionCount[]): number {
  const shares = new Map<number, { both: number; either: number }>()
  for (const { found, real, count } of cells) {
    for (const label of new Set([found, real])) {
      if (label === background) continue
      const share = shares.get(label) ?? { both: 0, either: 0 }
      share.either += count
      if (found === real) share.both += count
      shares.set(label, share)
    }
  }
  if (shares.size === 0) return 0
  const overlaps = [...shares.values()].map(({ both, either }) => both / either)
  return 1 - overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length
}
