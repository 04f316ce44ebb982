import { blueShare, byteLanes, greenShare, isInWords, packedWords, type Pixels, redShare } from './colours.ts'
import { type Moments, reduce } from './reduce.ts'

export interface Measures {
  readonly sharpness: number
  readonly luminance: number
  readonly contrast: number
  readonly noise: number
  readonly colourfulness: number
}

const noiseRows = 64

/** Sharpness and noise are 0 below 3 × 3 pixels. */
export function measurePixels(pixels: Pixels): Measures & { readonly hash: string } {
  const { plane, width, height, luminance, rg, yb } = reduce(pixels)
  return {
    luminance: luminance.mean,
    // Root mean square contrast: E. Peli, Contrast in complex images, Journal of the Optical Society of America A 7(10), 1990.
    contrast: Math.sqrt(luminance.variance) / 255,
    colourfulness: colourfulness(rg, yb),
    sharpness: laplacianVariance(plane, width, height),
    noise: noiseDeviation(pixels),
    hash: differenceHash(plane, width, height),
  }
}

/** 0 is gray, 33 moderate, 109 extreme (D. Hasler and S. Süsstrunk, Measuring Colourfulness in Natural Images, 2003). */
function colourfulness(rg: Moments, yb: Moments): number {
  return Math.sqrt(rg.variance + yb.variance) + 0.3 * Math.hypot(rg.mean, yb.mean)
}

/** The kernel is 0 1 0 / 1 -4 1 / 0 1 0 (J. L. Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy, 2000). */
function laplacianVariance(plane: Float32Array, width: number, height: number): number {
  if (width < 3 || height < 3) return 0
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y += 1) {
    let left = plane[y * width]!
    let middle = plane[y * width + 1]!
    for (let at = y * width + 1, last = at + width - 2; at < last; at += 1) {
      const right = plane[at + 1]!
      const value = left + right + plane[at - width]! + plane[at + width]! - 4 * middle
      sum += value
      squares += value * value
      left = middle
      middle = right
    }
  }
  const count = (width - 2) * (height - 2)
  return Math.max(0, squares / count - (sum / count) ** 2)
}

/**
 * 0 to 255: the mean absolute response to the kernel 1 -2 1 / -2 4 -2 / 1 -2 1, times the square root of pi/2, divided by 6 (J.
 * Immerkær, Fast Noise Variance Estimation, 1996).
 */
function noiseDeviation(pixels: Pixels): number {
  const { width, height } = pixels
  if (width < 3 || height < 3) return 0
  // Odd, so that it meets every row of JPEG's 8 × 8 blocks.
  const step = Math.ceil((height - 2) / noiseRows) | 1
  const sum = isInWords(pixels) ? sumOfResponsesInWords(pixels, step) : sumOfResponses(pixels, step)
  const rows = Math.ceil((height - 2) / step)
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * (width - 2) * rows)
}

function sumOfResponses({ data, width, height }: Pixels, step: number): number {
  const row = width * 3
  let sum = 0
  for (let y = 1; y < height - 1; y += step) {
    let previous = 0
    let last = 0
    for (let x = 0, at = y * row, above = at - row, below = at + row; x < width; x += 1) {
      const column =
        redShare * (data[above]! - 2 * data[at]! + data[below]!) +
        greenShare * (data[above + 1]! - 2 * data[at + 1]! + data[below + 1]!) +
        blueShare * (data[above + 2]! - 2 * data[at + 2]! + data[below + 2]!)
      if (x > 1) sum += Math.abs(previous - 2 * last + column)
      previous = last
      last = column
      at += 3
      above += 3
      below += 3
    }
  }
  return sum
}

/** Bit-identical version for four pixels at a time. */
function sumOfResponsesInWords(pixels: Pixels, step: number): number {
  const words = packedWords(pixels)
  const row = (pixels.width * 3) / 4
  let sum = 0
  for (let y = 1; y < pixels.height - 1; y += step) {
    let previous = 0
    let last = 0
    for (let first = y * row, at = first, end = at + row; at < end; at += 3) {
      const [above, below] = [at - row, at + row]
      const even0 = curve(words[above]!, words[at]!, words[below]!)
      const odd0 = curve(words[above]! >>> 8, words[at]! >>> 8, words[below]! >>> 8)
      const even1 = curve(words[above + 1]!, words[at + 1]!, words[below + 1]!)
      const odd1 = curve(words[above + 1]! >>> 8, words[at + 1]! >>> 8, words[below + 1]! >>> 8)
      const even2 = curve(words[above + 2]!, words[at + 2]!, words[below + 2]!)
      const odd2 = curve(words[above + 2]! >>> 8, words[at + 2]! >>> 8, words[below + 2]! >>> 8)
      const column0 = redShare * low(even0) + greenShare * low(odd0) + blueShare * high(even0)
      const column1 = redShare * high(odd0) + greenShare * low(even1) + blueShare * low(odd1)
      const column2 = redShare * high(even1) + greenShare * high(odd1) + blueShare * low(even2)
      const column3 = redShare * low(odd2) + greenShare * high(even2) + blueShare * high(odd2)
      if (at > first) {
        sum += Math.abs(previous - 2 * last + column0)
        sum += Math.abs(last - 2 * column0 + column1)
      }
      sum += Math.abs(column0 - 2 * column1 + column2)
      sum += Math.abs(column1 - 2 * column2 + column3)
      previous = column2
      last = column3
    }
  }
  return sum
}

/** Offset that keeps both half-words positive. */
const offset = 512
/** 1 -2 1 of the first and third byte of three words, each in a half-word, plus the offset. */
const curve = (above: number, at: number, below: number) =>
  ((above & byteLanes) + (below & byteLanes) - 2 * (at & byteLanes) + offset * 0x1_0001) | 0
const low = (curves: number) => (curves & 0xffff) - offset
const high = (curves: number) => (curves >>> 16) - offset

/** 9 × 8 cells: similar images differ in few bits (dHash: N. Krawetz, Kind of Like That, 2013). 16 hexadecimal digits. */
function differenceHash(plane: Float32Array, width: number, height: number): string {
  let hash = ''
  for (let row = 0; row < 8; row += 1) {
    const top = Math.floor((row * height) / 8)
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / 8))
    const parts = Array.from({ length: 9 }, (_, column) => {
      const left = Math.floor((column * width) / 9)
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / 9))
      return sumOfPart(plane, width, { left, right, top, bottom }) / ((right - left) * (bottom - top))
    })
    let bits = 0
    for (let column = 0; column < 8; column += 1) bits = bits * 2 + (parts[column]! < parts[column + 1]! ? 1 : 0)
    hash += bits.toString(16).padStart(2, '0')
  }
  return hash
}

interface Part {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Luminances are multiples of 2^-31 and sums are below 2^20, so they are exact in any order. */
function sumOfPart(plane: Float32Array, width: number, { left, right, top, bottom }: Part): number {
  let sum0 = 0
  let sum1 = 0
  let sum2 = 0
  let sum3 = 0
  for (let y = top; y < bottom; y += 1) {
    let at = y * width + left
    const end = y * width + right
    for (; at + 3 < end; at += 4) {
      sum0 += plane[at]!
      sum1 += plane[at + 1]!
      sum2 += plane[at + 2]!
      sum3 += plane[at + 3]!
    }
    for (; at < end; at += 1) sum0 += plane[at]!
  }
  return sum0 + sum1 + sum2 + sum3
}
