import { letterbox, paddingGrey, type Size } from './letterbox.ts'

/** For every target pixel of one axis: the first source pixel, and the weights of it and its neighbours. */
interface Taps {
  first: Int32Array
  weights: Float32Array[]
}

/**
 * Source pixels that make up each target pixel: by covered area when shrinking, by linear interpolation
 * between pixel centres when growing.
 */
function taps(source: number, target: number): Taps {
  const ratio = source / target
  const first = new Int32Array(target)
  const weights: Float32Array[] = []
  for (let i = 0; i < target; i++) {
    if (ratio > 1) {
      const start = i * ratio
      const end = Math.min(source, start + ratio)
      first[i] = Math.floor(start)
      const covered = Array.from({ length: Math.ceil(end) - Math.floor(start) }, (_, k) => {
        const left = Math.max(start, Math.floor(start) + k)
        return Math.max(0, Math.min(end, Math.floor(start) + k + 1) - left) / (end - start)
      })
      weights.push(Float32Array.from(covered))
    } else {
      const centre = Math.min(source - 1, Math.max(0, (i + 0.5) * ratio - 0.5))
      first[i] = Math.min(Math.floor(centre), Math.max(0, source - 2))
      const part = centre - first[i]!
      weights.push(Float32Array.from(source === 1 ? [1] : [1 - part, part]))
    }
  }
  return { first, weights }
}

/** Shrinks or grows each row. `rgb` is rows of `size.width` pixels of three bytes or floats. */
function resampleRows(rgb: Uint8Array, size: Size, width: number): Float32Array {
  const { first, weights } = taps(size.width, width)
  const out = new Float32Array(size.height * width * 3)
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < width; x++) {
      const row = weights[x]!
      let red = 0
      let green = 0
      let blue = 0
      let at = (y * size.width + first[x]!) * 3
      for (const weight of row) {
        red += weight * rgb[at]!
        green += weight * rgb[at + 1]!
        blue += weight * rgb[at + 2]!
        at += 3
      }
      const to = (y * width + x) * 3
      out[to] = red
      out[to + 1] = green
      out[to + 2] = blue
    }
  }
  return out
}

/**
 * The square input of a model from an image's RGB bytes (rows of 3-byte pixels): letterboxed, padded with grey.
 * Training, the server and the browser all use this one function, so a model sees the same bytes everywhere.
 */
export function letterboxPixels(rgb: Uint8Array, image: Size, size: number): Uint8Array {
  const fit = letterbox(image, size)
  const rows = resampleRows(rgb, image, fit.width)
  const { first, weights } = taps(image.height, fit.height)
  const out = new Uint8Array(size * size * 3).fill(paddingGrey)
  const stride = fit.width * 3
  const sum = new Float32Array(stride)
  for (let y = 0; y < fit.height; y++) {
    sum.fill(0)
    let from = first[y]! * stride
    for (const weight of weights[y]!) {
      for (let k = 0; k < stride; k++) sum[k] = sum[k]! + weight * rows[from + k]!
      from += stride
    }
    const to = ((y + fit.top) * size + fit.left) * 3
    for (let k = 0; k < stride; k++) out[to + k] = sum[k]! + 0.5
  }
  return out
}
