import { boxFromInput, type Letterbox, type Size } from '@vermilion/contract/detection/letterbox'
import type { SegmentationMetadata } from '@vermilion/contract/detection/model-metadata'
import type { Prediction, Thresholds } from '@vermilion/contract/detection/prediction'
import type { Box } from '@vermilion/contract/labels/box'
import { decodeBoxes } from '../detector/decode.ts'
import { gridOf } from './likeliest-classes.ts'
import type { LikeliestClasses } from './likeliest-classes.ts'

/** An object: pixels within its box where a plane over the input exceeds a threshold. */
interface Instance extends Prediction {
  readonly plane: Float32Array
  readonly threshold: number
}

type Outputs = readonly Float32Array[]

/** Objects whose planes are weighted sums of prototypes. */
export function prototypeInstances(
  outputs: Outputs,
  { labels, output }: SegmentationMetadata,
  fit: Letterbox,
  thresholds: Thresholds,
): Instance[] {
  const [boxes = new Float32Array(), prototypes = new Float32Array()] = outputs
  const share = output.prototypes
  const area = prototypes.length / share
  if (!Number.isInteger(area)) throw new Error(`${prototypes.length} numbers are no ${share} prototypes`)
  const weighted = decodeBoxes(
    [boxes],
    { layout: output.boxes, labelCount: labels.length, more: share },
    fit,
    thresholds,
  )
  return weighted.map(({ labelIndex, score, box, more }) => {
    const plane = new Float32Array(area)
    for (let number = 0; number < share; number += 1) {
      const weight = more(number)
      for (let at = 0; at < area; at += 1) plane[at] = plane[at]! + weight * prototypes[number * area + at]!
    }
    return { labelIndex, score, box, plane, threshold: 0 }
  })
}

export function wholeInstances(
  [boxes = new Float32Array(), labels = new Float32Array(), scores = new Float32Array(), planes]: Outputs,
  metadata: SegmentationMetadata,
  fit: Letterbox,
  thresholds: Thresholds,
): Instance[] {
  const area = fit.input.width * fit.input.height
  if (planes?.length !== scores.length * area)
    throw new Error(`there are not ${scores.length} masks of the input's size`)
  const firstLabel = metadata.output.background === 'first' ? 1 : 0
  const about = { layout: 'boxes-labels-scores', labelCount: metadata.labels.length, firstLabel } as const
  return decodeBoxes([boxes, labels, scores], about, fit, thresholds).map(({ labelIndex, score, box, row }) => ({
    labelIndex,
    score,
    box,
    plane: planes.subarray(row * area, (row + 1) * area),
    threshold: 0.5,
  }))
}

/** Objects of queries: their boxes do not bound their masks, which reach as far as a cell is positive. */
export function queryInstances(
  [logits = new Float32Array(), boxes = new Float32Array(), planes = new Float32Array()]: Outputs,
  { labels, output: { classes } }: SegmentationMetadata,
  fit: Letterbox,
  thresholds: Thresholds,
): Instance[] {
  const area = (planes.length * 4) / boxes.length
  const grid = gridOf(area, fit.input)
  const about = { layout: 'query-logits', labelCount: labels.length, classes } as const
  return decodeBoxes([logits, boxes], about, fit, thresholds).flatMap(({ labelIndex, score, row }) => {
    const plane = planes.subarray(row * area, (row + 1) * area)
    const box = boxFromInput(positiveExtent(plane, grid, fit.input), fit)
    return box.width > 0 ? [{ labelIndex, score, box, plane, threshold: 0 }] : []
  })
}

/** Positive cells with their neighbors, into which interpolation reaches, in pixels of the input. */
function positiveExtent(plane: Float32Array, { width, height }: Size, input: Size): Box {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!(plane[y * width + x]! > 0)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  const [across, down] = [input.width / width, input.height / height]
  if (right < 0) return { x: 0, y: 0, width: 0, height: 0 }
  return {
    x: (left - 1) * across,
    y: (top - 1) * down,
    width: (right - left + 3) * across,
    height: (bottom - top + 3) * down,
  }
}

function valueAt(plane: Float32Array, { width, height }: Size, x: number, y: number): number {
  const within = (position: number, cells: number) => Math.min(cells - 1, Math.max(0, position))
  const [atX, atY] = [within(x, width), within(y, height)]
  const [left, top] = [Math.floor(atX), Math.floor(atY)]
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [across, down] = [atX - left, atY - top]
  const upper = plane[top * width + left]! * (1 - across) + plane[top * width + right]! * across
  const lower = plane[bottom * width + left]! * (1 - across) + plane[bottom * width + right]! * across
  return upper * (1 - down) + lower * down
}

/** Classes of the image's own pixels, row by row, higher scores on top; the arrays are reused. */
export function* instanceRows(
  instances: readonly Instance[],
  fit: Letterbox,
  background: number,
): Generator<LikeliestClasses> {
  const { image, input } = fit
  const row = { classIndices: new Uint16Array(image.width), scores: new Float32Array(image.width) }
  const surestLast = instances.toReversed()
  for (let y = 0; y < image.height; y += 1) {
    row.classIndices.fill(background)
    row.scores.fill(0)
    const inputY = ((y + 0.5) * fit.height) / image.height + fit.top
    for (const { box, plane, threshold, labelIndex, score } of surestLast) {
      if (y + 0.5 < box.y || y + 0.5 > box.y + box.height) continue
      const grid = gridOf(plane.length, input)
      const end = Math.min(image.width, Math.floor(box.x + box.width + 0.5))
      for (let x = Math.max(0, Math.ceil(box.x - 0.5)); x < end; x += 1) {
        const inputX = ((x + 0.5) * fit.width) / image.width + fit.left
        const [gridX, gridY] = [(inputX * grid.width) / input.width, (inputY * grid.height) / input.height]
        const value = valueAt(plane, grid, gridX - 0.5, gridY - 0.5)
        if (!(value > threshold)) continue
        row.classIndices[x] = labelIndex
        row.scores[x] = score
      }
    }
    yield row
  }
}
