import type { Size } from './letterbox.ts'

/** Target pixels of an axis that are visible, of which `from` is the first. */
export interface Axis {
  source: number
  target: number
  from: number
  count: number
}

/** Two neighbors of each target pixel and their weights in 2048ths. */
function neighbors({ source, target, from, count }: Axis) {
  const [near, next] = [new Int32Array(count), new Int32Array(count)]
  const [weights, nextWeights] = [new Int32Array(count), new Int32Array(count)]
  for (let at = 0; at < count; at += 1) {
    const position = ((from + at + 0.5) * source) / target - 0.5
    const first = Math.min(source - 1, Math.max(0, Math.floor(position)))
    const share = Math.min(1, Math.max(0, position - first))
    near[at] = first
    next[at] = Math.min(source - 1, first + 1)
    weights[at] = Math.round((1 - share) * 2048)
    nextWeights[at] = Math.round(share * 2048)
  }
  return { near, next, weights, nextWeights }
}

/**
 * Linear interpolation with the whole numbers that OpenCV computes for bytes (`INTER_LINEAR`), bit by bit, so that a model that
 * was trained behind it sees the same pixels. Rows of three bytes, for the visible part of both axes.
 */
export function fixedPointRows(rgb: Uint8Array, image: Size, horizontal: Axis, vertical: Axis): Uint8Array {
  const [columns, rows] = [neighbors(horizontal), neighbors(vertical)]
  const width = horizontal.count * 3
  const out = new Uint8Array(vertical.count * width)
  const blended = (source: number, into: Int32Array) => {
    for (let x = 0, to = 0; x < horizontal.count; x += 1) {
      const [left, right] = [
        (source * image.width + columns.near[x]!) * 3,
        (source * image.width + columns.next[x]!) * 3,
      ]
      const [weight, nextWeight] = [columns.weights[x]!, columns.nextWeights[x]!]
      for (let channel = 0; channel < 3; channel += 1, to += 1)
        into[to] = (rgb[left + channel]! * weight + rgb[right + channel]! * nextWeight) >> 4
    }
  }
  const [upper, lower] = [new Int32Array(width), new Int32Array(width)]
  for (let y = 0; y < vertical.count; y += 1) {
    blended(rows.near[y]!, upper)
    blended(rows.next[y]!, lower)
    const [weight, nextWeight] = [rows.weights[y]!, rows.nextWeights[y]!]
    for (let at = 0; at < width; at += 1)
      out[y * width + at] = (((weight * upper[at]!) >> 16) + ((nextWeight * lower[at]!) >> 16) + 2) >> 2
  }
  return out
}
