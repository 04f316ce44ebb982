/** A picture as bytes of red, green and blue, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Measures in their own units. */
export interface Measures {
  readonly sharpness: number
  readonly luminance: number
  readonly contrast: number
  readonly noise: number
  readonly colourfulness: number
}

/** Pixels of the longer side at which all but noise is measured, so that pictures of every size compare. */
const measuredSide = 512
/** Rows that noise is measured on at most, evenly over the picture. */
const noiseRows = 96

const redShare = 0.299
const greenShare = 0.587
const blueShare = 0.114

/** Luminance of one pixel, 0 to 255 (ITU-R BT.601). */
const luminanceAt = (data: Uint8Array, at: number) =>
  redShare * data[at]! + greenShare * data[at + 1]! + blueShare * data[at + 2]!

/** What the statistics of a picture say of it. Below 3 × 3 pixels nothing has a neighbourhood: sharpness and noise are 0. */
export function measurePixels(pixels: Pixels): Measures & { readonly hash: string } {
  const reduced = reduce(pixels)
  const luminance = luminancePlane(reduced)
  const { mean, deviation } = meanAndDeviation(luminance)
  return {
    sharpness: laplacianVariance(luminance, reduced.width, reduced.height),
    luminance: mean,
    contrast: deviation / 255,
    noise: noiseDeviation(pixels),
    colourfulness: colourfulness(reduced.data),
    hash: differenceHash(luminance, reduced.width, reduced.height),
  }
}

/** Rounded means of the first and the last row of square blocks, whose side is the least whole number that makes the picture small enough. */
function reduce(pixels: Pixels): Pixels {
  const { data, width, height } = pixels
  const block = Math.ceil(Math.max(width, height) / measuredSide)
  if (block <= 1 || Math.min(width, height) < block * 3) return pixels
  const reducedWidth = Math.floor(width / block)
  const reducedHeight = Math.floor(height / block)
  const reduced = new Uint8Array(reducedWidth * reducedHeight * 3)
  // Two rows of a block say as much of it as all: what a picture shows rarely ends between them.
  const rowStep = Math.max(1, block - 1)
  const area = block * 2
  const nextRow = (rowStep * width - block) * 3
  let to = 0
  for (let y = 0; y < reducedHeight; y += 1) {
    for (let x = 0; x < reducedWidth; x += 1) {
      let from = (y * width + x) * block * 3
      let red = area >> 1
      let green = red
      let blue = red
      for (let row = 0; row < block; row += rowStep) {
        for (let column = 0; column < block; column += 1) {
          red += data[from]!
          green += data[from + 1]!
          blue += data[from + 2]!
          from += 3
        }
        from += nextRow
      }
      reduced[to] = red / area
      reduced[to + 1] = green / area
      reduced[to + 2] = blue / area
      to += 3
    }
  }
  return { data: reduced, width: reducedWidth, height: reducedHeight }
}

function luminancePlane({ data, width, height }: Pixels): Float32Array {
  const plane = new Float32Array(width * height)
  for (let at = 0, from = 0; at < plane.length; at += 1, from += 3) plane[at] = luminanceAt(data, from)
  return plane
}

/**
 * Contrast as the deviation of luminance (root mean square contrast: E. Peli, Contrast in complex images, Journal of
 * the Optical Society of America A 7(10), 1990).
 */
function meanAndDeviation(values: Float32Array): { mean: number; deviation: number } {
  let sum = 0
  let squares = 0
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!
    sum += value
    squares += value * value
  }
  const mean = sum / values.length
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) }
}

/**
 * Variance of the Laplacian, with the kernel 0 1 0 / 1 -4 1 / 0 1 0 (J. L. Pech-Pacheco et al., Diatom autofocusing in
 * brightfield microscopy: a comparative study, International Conference on Pattern Recognition, 2000).
 */
function laplacianVariance(plane: Float32Array, width: number, height: number): number {
  if (width < 3 || height < 3) return 0
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1, last = at + width - 2; at < last; at += 1) {
      const value = plane[at - 1]! + plane[at + 1]! + plane[at - width]! + plane[at + width]! - 4 * plane[at]!
      sum += value
      squares += value * value
    }
  }
  const count = (width - 2) * (height - 2)
  return Math.max(0, squares / count - (sum / count) ** 2)
}

/**
 * Standard deviation of noise, 0 to 255, at the picture's own size: the mean absolute response to the kernel
 * 1 -2 1 / -2 4 -2 / 1 -2 1, times the square root of pi/2, divided by 6 (J. Immerkær, Fast Noise Variance Estimation,
 * Computer Vision and Image Understanding 64(2), 1996).
 */
function noiseDeviation({ data, width, height }: Pixels): number {
  if (width < 3 || height < 3) return 0
  const step = Math.max(1, Math.ceil((height - 2) / noiseRows))
  const columns = new Float32Array(width)
  let sum = 0
  let rows = 0
  for (let y = 1; y < height - 1; y += step) {
    rows += 1
    const row = width * 3
    for (let x = 0, at = y * row; x < width; x += 1, at += 3) {
      columns[x] = luminanceAt(data, at - row) - 2 * luminanceAt(data, at) + luminanceAt(data, at + row)
    }
    for (let x = 1; x < width - 1; x += 1) sum += Math.abs(columns[x - 1]! - 2 * columns[x]! + columns[x + 1]!)
  }
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * (width - 2) * rows)
}

/**
 * Colourfulness of natural images: 0 is grey, 33 moderately colourful, 109 extremely so (D. Hasler and S. Süsstrunk,
 * Measuring Colourfulness in Natural Images, Human Vision and Electronic Imaging VIII, 2003).
 */
function colourfulness(data: Uint8Array): number {
  const count = data.length / 3
  let sumRg = 0
  let sumYb = 0
  let squaresRg = 0
  let squaresYb = 0
  for (let at = 0; at < data.length; at += 3) {
    const rg = data[at]! - data[at + 1]!
    const yb = (data[at]! + data[at + 1]!) / 2 - data[at + 2]!
    sumRg += rg
    sumYb += yb
    squaresRg += rg * rg
    squaresYb += yb * yb
  }
  const meanRg = sumRg / count
  const meanYb = sumYb / count
  const variances = squaresRg / count - meanRg ** 2 + squaresYb / count - meanYb ** 2
  return Math.sqrt(Math.max(0, variances)) + 0.3 * Math.hypot(meanRg, meanYb)
}

/**
 * 64 bits that tell whether each of 9 × 8 parts is darker than the one to its right: pictures that look alike differ in
 * few (dHash: N. Krawetz, Kind of Like That, 2013). 16 hexadecimal digits.
 */
function differenceHash(plane: Float32Array, width: number, height: number): string {
  const mean = (column: number, row: number) => {
    const left = Math.floor((column * width) / 9)
    const right = Math.max(left + 1, Math.floor(((column + 1) * width) / 9))
    const top = Math.floor((row * height) / 8)
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / 8))
    let sum = 0
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += plane[y * width + x]!
    return sum / ((right - left) * (bottom - top))
  }
  let hash = ''
  for (let row = 0; row < 8; row += 1) {
    const parts = Array.from({ length: 9 }, (_, column) => mean(column, row))
    let bits = 0
    for (let column = 0; column < 8; column += 1) bits = bits * 2 + (parts[column]! < parts[column + 1]! ? 1 : 0)
    hash += bits.toString(16).padStart(2, '0')
  }
  return hash
}
