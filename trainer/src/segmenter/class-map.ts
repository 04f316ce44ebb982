import { letterbox } from '@vermilion/contract/detection/letterbox'
import { ignoredPixel } from '@vermilion/contract/detection/segmentation'
import { areaOf } from '@vermilion/contract/formats/areas/areas'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import { paintedRows } from '@vermilion/contract/formats/masks/paint'
import type { View } from '../data/augmentation.ts'
import type { Sample } from '../data/sample.ts'

export type SegmentationSample = Sample<LabeledShape[]>

interface Areas {
  width: number
  height: number
  truth: readonly LabeledShape[]
}

/** Class per pixel, row by row; the background is the number of labels. The array is reused. */
export function classRows({ width, height, truth }: Areas, labelCount: number): Generator<Int32Array> {
  const size = { width, height }
  const layers = truth.flatMap((shape) => {
    const mask = areaOf(shape)?.mask(size) ?? null
    return mask === null ? [] : [{ mask, value: shape.labelIndex }]
  })
  return paintedRows(layers, size, labelCount)
}

/** Writes the classes of a letterboxed image by nearest neighbor; padding is ignored. */
export function writeClassMap(areas: Areas, labelCount: number, inputSize: number, out: Uint16Array): void {
  const fit = letterbox(areas, inputSize)
  out.fill(ignoredPixel)
  const nearest = (position: number, target: number, source: number) =>
    Math.min(source - 1, Math.floor(((position + 0.5) * source) / target))
  let y = 0
  let at = 0
  for (const row of classRows(areas, labelCount)) {
    for (; at < fit.height && nearest(at, fit.height, areas.height) === y; at += 1) {
      const start = (at + fit.top) * inputSize + fit.left
      for (let x = 0; x < fit.width; x += 1) out[start + x] = row[nearest(x, fit.width, areas.width)]!
    }
    y += 1
  }
}

export function viewClasses(
  classes: Uint16Array,
  view: View,
  { inputSize, step }: { inputSize: number; step: number },
  put: (cell: number, index: number) => void,
): void {
  const edge = inputSize / step
  const centre = inputSize / 2
  const columns = Int32Array.from({ length: edge }, (_, column) => {
    const x = ((column + 0.5) * step - view.moveX - centre) / view.scale + centre
    return Math.floor(view.mirrored ? inputSize - x : x)
  })
  for (let row = 0; row < edge; row += 1) {
    const y = Math.floor(((row + 0.5) * step - view.moveY - centre) / view.scale + centre)
    if (y < 0 || y >= inputSize) continue
    for (let column = 0; column < edge; column += 1) {
      const x = columns[column]!
      if (x < 0 || x >= inputSize) continue
      const classIndex = classes[y * inputSize + x]!
      if (classIndex !== ignoredPixel) put(row * edge + column, classIndex)
    }
  }
}
