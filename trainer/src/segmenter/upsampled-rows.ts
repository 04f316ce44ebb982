import type { Letterbox, Size } from '@vermilion/contract/detection/letterbox'
import { gridOf, type LikeliestClasses } from './likeliest-classes.ts'

/** The two grid cells around each position of an axis, and the weight of the second; undefined outside the input. */
interface Neighbor {
  readonly first: number
  readonly second: number
  readonly share: number
}

interface Axis {
  readonly source: number
  readonly target: number
  readonly offset: number
}

/** Pixel centers of the image on the grid, which is stretched over the input; as `interpolate` without aligned corners. */
function neighbors({ source, target, offset }: Axis, size: number, cells: number): (Neighbor | undefined)[] {
  return Array.from({ length: source }, (_, index) => {
    const position = ((index + 0.5) * target) / source + offset
    if (position < 0 || position >= size) return undefined
    const cell = Math.min(cells - 1, Math.max(0, (position * cells) / size - 0.5))
    const first = Math.floor(cell)
    return { first, second: Math.min(cells - 1, first + 1), share: cell - first }
  })
}

/** Logarithm of the sum of each cell's exponents, by which a logit becomes a probability. */
function logSums(logits: Float32Array, classes: number, area: number): Float32Array {
  return Float32Array.from({ length: area }, (_, at) => {
    let most = Number.NEGATIVE_INFINITY
    for (let plane = 0; plane < classes; plane += 1) most = Math.max(most, logits[plane * area + at]!)
    let sum = 0
    for (let plane = 0; plane < classes; plane += 1) sum += Math.exp(logits[plane * area + at]! - most)
    return most + Math.log(sum)
  })
}

/**
 * Classes whose interpolated logit may be the largest between four cells: the others are below the smallest corner of one class
 * in all corners. Few remain, which makes it cheap to interpolate before the likeliest is taken.
 */
function createRivals(logits: Float32Array, classes: number, area: number) {
  const highest = new Float32Array(classes)
  return (corners: readonly number[]): number[] => {
    let floor = Number.NEGATIVE_INFINITY
    for (let plane = 0; plane < classes; plane += 1) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (const corner of corners) {
        const logit = logits[plane * area + corner]!
        if (logit < low) low = logit
        if (logit > high) high = logit
      }
      highest[plane] = high
      if (low > floor) floor = low
    }
    const rivals: number[] = []
    for (let plane = 0; plane < classes; plane += 1) if (highest[plane]! >= floor) rivals.push(plane)
    return rivals
  }
}

interface Cells {
  readonly logits: Float32Array
  readonly area: number
  readonly grid: Size
}

const logitAt = ({ logits, area, grid }: Cells, plane: number, across: Neighbor, down: Neighbor): number => {
  const start = plane * area
  const [upper, lower] = [start + down.first * grid.width, start + down.second * grid.width]
  const top = logits[upper + across.first]! * (1 - across.share) + logits[upper + across.second]! * across.share
  const bottom = logits[lower + across.first]! * (1 - across.share) + logits[lower + across.second]! * across.share
  return top * (1 - down.share) + bottom * down.share
}

/** Likeliest classes of the image's own pixels by interpolated logits, row by row; the arrays are reused. */
export function* upsampledRows(logits: Float32Array, classes: number, fit: Letterbox): Generator<LikeliestClasses> {
  const { image, input } = fit
  const area = logits.length / classes
  const grid = gridOf(area, input)
  const cells = { logits, area, grid }
  const columns = neighbors({ source: image.width, target: fit.width, offset: fit.left }, input.width, grid.width)
  const rows = neighbors({ source: image.height, target: fit.height, offset: fit.top }, input.height, grid.height)
  const sums = logSums(logits, classes, area)
  const rivalsOf = createRivals(logits, classes, area)
  const row = { classIndices: new Uint16Array(image.width), scores: new Float32Array(image.width) }
  const rivalsByColumn: (number[] | undefined)[] = []
  let rowOfRivals = -1
  for (const down of rows) {
    row.classIndices.fill(0xffff)
    row.scores.fill(0)
    if (down !== undefined && down.first !== rowOfRivals) {
      rivalsByColumn.length = 0
      rowOfRivals = down.first
    }
    for (const [x, across] of columns.entries()) {
      if (across === undefined || down === undefined) continue
      const [upper, lower] = [down.first * grid.width, down.second * grid.width]
      const corners = [upper + across.first, upper + across.second, lower + across.first, lower + across.second]
      const rivals = (rivalsByColumn[across.first] ??= rivalsOf(corners))
      let [best, most] = [rivals[0]!, Number.NEGATIVE_INFINITY]
      for (const plane of rivals) {
        const logit = rivals.length === 1 ? 0 : logitAt(cells, plane, across, down)
        if (logit > most) [best, most] = [plane, logit]
      }
      const nearest = corners[(down.share < 0.5 ? 0 : 2) + (across.share < 0.5 ? 0 : 1)]!
      row.classIndices[x] = best
      row.scores[x] = Math.exp(logits[best * area + nearest]! - sums[nearest]!)
    }
    yield row
  }
}
