import type { SegmentationMetadata } from '@vermilion/contract/detection/model-metadata'
import {
  countPixels,
  evaluateSegmentation,
  pixelConfusion,
  type PixelConfusion,
} from '@vermilion/contract/detection/segmentation'
import { areaOf } from '@vermilion/contract/formats/areas/areas'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import { createMaskCollector } from '@vermilion/contract/formats/masks/paint'
import type { SegmentationMetrics, TruthShape } from '@vermilion/contract/predictions'
import { colourAt } from '../figures/chart.ts'
import { confusionFigure } from '../figures/confusion.ts'
import { runOn, type MeasuredImage, type MeasuredReport, type ModelReader } from '../inference/reader.ts'
import { classRows } from './class-map.ts'
import { segmentedRows } from './decode.ts'
import { mergeTileMasks } from './merge-tiles.ts'

export interface SegmentationReport extends MeasuredReport {
  metrics: SegmentationMetrics
  classes: { label: string; instances: number; pixels: number; overlap: number | null }[]
}

export const background = 'background'

export const segmentationReader: ModelReader<SegmentationMetadata> = {
  open(runner, metadata) {
    const { labels } = metadata
    return async (pixels, options) => {
      const { outputs, fit } = await runOn(runner, pixels, metadata)
      const collector = createMaskCollector()
      const sums = labels.map(() => ({ score: 0, pixels: 0 }))
      const rowClasses = new Int32Array(pixels.width)
      for (const row of segmentedRows(outputs, metadata, fit, options)) {
        rowClasses.set(row.classIndices)
        collector.addRow(rowClasses, labels.length)
        for (const [at, classIndex] of row.classIndices.entries()) {
          const sum = sums[classIndex]
          if (sum === undefined) continue
          sum.score += row.scores[at]!
          sum.pixels += 1
        }
      }
      const predictions = collector.masks().map(({ value, mask }) => {
        const { score, pixels: count } = sums[value]!
        const mean = Number((score / count).toFixed(6))
        return { kind: 'mask' as const, label: labels[value]!, labelIndex: value, score: mean, mask }
      })
      return { predictions }
    }
  },

  mergeTiles: (readings, { labels }) => mergeTileMasks(readings, labels),

  measurement({ labels }) {
    const pixels = pixelConfusion(labels.length)
    const instances = labels.map(() => 0)
    let images = 0
    return {
      add(image) {
        images += 1
        const real = knownShapes(image.truth, labels)
        for (const { labelIndex } of real) instances[labelIndex]! += 1
        countImage(pixels, image, real, labels)
      },
      result() {
        const { overall, classes } = evaluateSegmentation(pixels)
        const report: SegmentationReport = {
          images,
          metrics: overall,
          classes: labels.map((label, index) => ({
            label,
            instances: instances[index]!,
            pixels: classes[index]!.pixels,
            overlap: classes[index]!.overlap,
          })),
          confusion: { labels: [...labels, background], matrix: pixels },
        }
        const notes = classes.map(({ overlap }) => (overlap === null ? '' : `IoU ${overlap.toFixed(3)}`))
        return { report, figures: { 'confusion.svg': confusionFigure(report.confusion, { percent: true, notes }) } }
      },
    }
  },

  /** Predictions filled in their label's color; the truth outlined in dashed white. */
  marks({ truth, reading }, _metadata, { scale }) {
    const path = (rings: readonly (readonly number[])[], more: string) => {
      const points = rings.map((ring) => {
        const scaled = ring.map((value) => (value * scale).toFixed(1))
        return `M${scaled.join(' ')}Z`
      })
      return `<path d="${points.join('')}" fill-rule="evenodd" ${more}/>`
    }
    const ringsOf = (shape: LabeledShape) => areaOf(shape)?.rings() ?? []
    return [
      ...reading.predictions.flatMap((one) =>
        'mask' in one ? [path(ringsOf(one), `fill="${colourAt(one.labelIndex)}" fill-opacity="0.55"`)] : [],
      ),
      ...truth.flatMap((one) => {
        const rings = ringsOf({ ...one, labelIndex: 0 })
        return rings.length === 0 ? [] : [path(rings, 'fill="none" stroke="#fff" stroke-dasharray="4 3"')]
      }),
    ]
  },
}

/** Excludes areas with labels unknown to the model, which count as background. */
function knownShapes(truth: readonly TruthShape[], labels: readonly string[]): LabeledShape[] {
  return truth.flatMap(({ label, ...shape }) => {
    const labelIndex = labels.indexOf(label)
    return labelIndex < 0 ? [] : [{ ...shape, labelIndex }]
  })
}

/** Row by row, which bounds memory for images of any size. */
function countImage(
  pixels: PixelConfusion,
  { width, height, reading }: MeasuredImage,
  real: readonly LabeledShape[],
  labels: readonly string[],
): void {
  const masks = reading.predictions.flatMap((one) => ('mask' in one ? [one] : []))
  const foundRows = classRows({ width, height, truth: masks }, labels.length)
  for (const row of classRows({ width, height, truth: real }, labels.length)) {
    countPixels(pixels, foundRows.next().value as Int32Array, row)
  }
}
