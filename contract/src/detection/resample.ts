import type { Resampling } from './input-settings.ts'
import { type Axis, fixedPointRows } from './fixed-point.ts'
import { letterbox, paddingGrey, type ImageFit, type Letterbox, type Size } from './letterbox.ts'

/** First source pixel and weights of it and its neighbors, for each visible target pixel of an axis. */
interface Taps {
  first: Int32Array
  weights: Float32Array[]
}

function taps({ source, target, from, count }: Axis, resampling: Resampling): Taps {
  const ratio = source / target
  const first = new Int32Array(count)
  const weights: Float32Array[] = []
  for (let at = 0; at < count; at++) {
    const i = from + at
    if (resampling === 'nearest') {
      first[at] = Math.min(source - 1, Math.floor((i + 0.5) * ratio))
      weights.push(Float32Array.from([1]))
    } else if (resampling === 'area' && ratio > 1) {
      const start = i * ratio
      const end = Math.min(source, start + ratio)
      first[at] = Math.floor(start)
      const covered = Array.from({ length: Math.ceil(end) - Math.floor(start) }, (_, k) => {
        const left = Math.max(start, Math.floor(start) + k)
        return Math.max(0, Math.min(end, Math.floor(start) + k + 1) - left) / (end - start)
      })
      weights.push(Float32Array.from(covered))
    } else if (resampling === 'antialiased' && ratio > 1) {
      const centre = (i + 0.5) * ratio
      const start = Math.max(0, Math.floor(centre - ratio + 0.5))
      const end = Math.min(source, Math.floor(centre + ratio + 0.5))
      const triangle = Array.from({ length: end - start }, (_, k) =>
        Math.max(0, 1 - Math.abs(start + k + 0.5 - centre) / ratio),
      )
      const total = triangle.reduce((sum, weight) => sum + weight, 0)
      first[at] = start
      weights.push(Float32Array.from(triangle, (weight) => weight / total))
    } else {
      const centre = Math.min(source - 1, Math.max(0, (i + 0.5) * ratio - 0.5))
      first[at] = Math.min(Math.floor(centre), Math.max(0, source - 2))
      const part = centre - first[at]!
      weights.push(Float32Array.from(source === 1 ? [1] : [1 - part, part]))
    }
  }
  return { first, weights }
}

/** Resamples each row. `rgb` has rows of `size.width` pixels of three bytes or floats. */
function resampleRows(rgb: Uint8Array, size: Size, { first, weights }: Taps): Float32Array {
  const width = first.length
  const out = new Float32Array(size.height * width * 3)
  // Plain loops over one list of weights are several times faster than a list per pixel.
  const ends = new Int32Array(width)
  let count = 0
  for (let x = 0; x < width; x++) ends[x] = count += weights[x]!.length
  const flat = new Float32Array(count)
  for (let x = 0; x < width; x++) flat.set(weights[x]!, ends[x]! - weights[x]!.length)
  let to = 0
  for (let y = 0; y < size.height; y++) {
    const start = y * size.width
    let tap = 0
    for (let x = 0; x < width; x++) {
      let red = 0
      let green = 0
      let blue = 0
      let at = (start + first[x]!) * 3
      for (const end = ends[x]!; tap < end; tap++) {
        const weight = flat[tap]!
        red += weight * rgb[at]!
        green += weight * rgb[at + 1]!
        blue += weight * rgb[at + 2]!
        at += 3
      }
      out[to] = red
      out[to + 1] = green
      out[to + 2] = blue
      to += 3
    }
  }
  return out
}

function visibleAxis({ image, input, ...target }: Letterbox, edge: 'width' | 'height'): Axis {
  const from = Math.max(0, edge === 'width' ? -target.left : -target.top)
  return { source: image[edge], target: target[edge], from, count: Math.min(target[edge], input[edge]) }
}

interface ResampleOptions {
  fit?: ImageFit
  resampling?: Resampling
  /** 0 to 255. */
  grey?: number
}

/** `rgb` has rows of 3-byte pixels. Training, server and browser share this, so that a model sees the same bytes. */
export function letterboxPixels(
  rgb: Uint8Array,
  image: Size,
  extent: number | Size,
  { fit = 'letterbox', resampling = 'area', grey = paddingGrey }: ResampleOptions = {},
): Uint8Array {
  const position = letterbox(image, extent, fit)
  const [horizontal, vertical] = [visibleAxis(position, 'width'), visibleAxis(position, 'height')]
  if (resampling === 'opencv')
    return padded(fixedPointRows(rgb, image, horizontal, vertical), position, horizontal, grey)
  const columns = taps(horizontal, resampling)
  const { first, weights } = taps(vertical, resampling)
  const rows = resampleRows(rgb, image, columns)
  // Pillow keeps bytes between its two passes.
  if (resampling === 'antialiased') for (const [at, value] of rows.entries()) rows[at] = Math.floor(value + 0.5)
  const { input } = position
  const out = new Uint8Array(input.width * input.height * 3).fill(grey)
  const stride = columns.first.length * 3
  const sum = new Float32Array(stride)
  for (let y = 0; y < first.length; y++) {
    sum.fill(0)
    let from = first[y]! * stride
    for (const weight of weights[y]!) {
      for (let k = 0; k < stride; k++) sum[k] = sum[k]! + weight * rows[from + k]!
      from += stride
    }
    const to = ((y + Math.max(0, position.top)) * input.width + Math.max(0, position.left)) * 3
    for (let k = 0; k < stride; k++) out[to + k] = sum[k]! + 0.5
  }
  return out
}

function padded(rows: Uint8Array, { input, left, top }: Letterbox, { count }: Axis, grey: number): Uint8Array {
  const out = new Uint8Array(input.width * input.height * 3).fill(grey)
  const stride = count * 3
  for (let y = 0; y * stride < rows.length; y += 1) {
    const to = ((y + Math.max(0, top)) * input.width + Math.max(0, left)) * 3
    out.set(rows.subarray(y * stride, (y + 1) * stride), to)
  }
  return out
}
