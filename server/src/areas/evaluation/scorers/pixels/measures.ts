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
const noiseRows = 64

const redShare = 0.299
const greenShare = 0.587
const blueShare = 0.114

/** What the statistics of a picture say of it. Below 3 × 3 pixels nothing has a neighbourhood: sharpness and noise are 0. */
export function measurePixels(pixels: Pixels): Measures & { readonly hash: string } {
  const { plane, width, height, ...measures } = reduce(pixels)
  return {
    ...measures,
    sharpness: laplacianVariance(plane, width, height),
    noise: noiseDeviation(pixels),
    hash: differenceHash(plane, width, height),
  }
}

interface Reduced extends Pick<Measures, 'luminance' | 'contrast' | 'colourfulness'> {
  /** Luminance, 0 to 255 (ITU-R BT.601), row by row. */
  readonly plane: Float32Array
  readonly width: number
  readonly height: number
}

/**
 * Means of the first and the last row of square blocks, whose side is the least whole number that makes the picture
 * small enough, and what their luminances and colours come to. Reading the pixels takes longer than anything that is done
 * with them, so that they are read once.
 *
 * Contrast is the deviation of luminance (root mean square contrast: E. Peli, Contrast in complex images, Journal of the
 * Optical Society of America A 7(10), 1990).
 */
function reduce({ data, width, height }: Pixels): Reduced {
  const block = blockSide(width, height)
  const reducedWidth = Math.floor(width / block)
  const reducedHeight = Math.floor(height / block)
  const plane = new Float32Array(reducedWidth * reducedHeight)
  const side = block * 3
  // Two rows of a block say as much of it as all: what a picture shows rarely ends between them.
  const toLastRow = (block - 1) * width * 3
  const share = 1 / (block * 2)
  let sum = 0
  let squares = 0
  let rgSum = 0
  let rgSquares = 0
  let ybSum = 0
  let ybSquares = 0
  let to = 0
  for (let y = 0; y < reducedHeight; y += 1) {
    let at = y * block * width * 3
    for (let x = 0; x < reducedWidth; x += 1) {
      let red = 0
      let green = 0
      let blue = 0
      for (const end = at + side; at < end; at += 3) {
        red += data[at]! + data[at + toLastRow]!
        green += data[at + 1]! + data[at + 1 + toLastRow]!
        blue += data[at + 2]! + data[at + 2 + toLastRow]!
      }
      const luminance = Math.fround((redShare * red + greenShare * green + blueShare * blue) * share)
      plane[to] = luminance
      to += 1
      const rg = red - green
      const yb = red + green - 2 * blue
      sum += luminance
      squares += luminance * luminance
      rgSum += rg
      rgSquares += rg * rg
      ybSum += yb
      ybSquares += yb * yb
    }
  }
  const luminance = moments(sum, squares, plane.length)
  const rg = moments(rgSum * share, rgSquares * share ** 2, plane.length)
  const yb = moments((ybSum * share) / 2, (ybSquares * share ** 2) / 4, plane.length)
  return {
    plane,
    width: reducedWidth,
    height: reducedHeight,
    luminance: luminance.mean,
    contrast: Math.sqrt(luminance.variance) / 255,
    colourfulness: colourfulness(rg, yb),
  }
}

/** Of a block; 1 for a picture that is small, or so narrow that nothing would be left of it. */
function blockSide(width: number, height: number): number {
  const block = Math.ceil(Math.max(width, height) / measuredSide)
  return Math.min(width, height) < block * 3 ? 1 : block
}

interface Moments {
  readonly mean: number
  readonly variance: number
}

function moments(sum: number, squares: number, count: number): Moments {
  const mean = sum / count
  return { mean, variance: Math.max(0, squares / count - mean * mean) }
}

/**
 * Colourfulness of natural images, by the differences of red and green, and of yellow and blue: 0 is grey, 33 moderately
 * colourful, 109 extremely so (D. Hasler and S. Süsstrunk, Measuring Colourfulness in Natural Images, Human Vision and
 * Electronic Imaging VIII, 2003).
 */
function colourfulness(rg: Moments, yb: Moments): number {
  return Math.sqrt(rg.variance + yb.variance) + 0.3 * Math.hypot(rg.mean, yb.mean)
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
  // Odd, so that it meets every row of the blocks of 8 × 8 pixels that a JPEG is made of.
  const step = Math.ceil((height - 2) / noiseRows) | 1
  const row = width * 3
  let sum = 0
  let rows = 0
  for (let y = 1; y < height - 1; y += step) {
    rows += 1
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
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * (width - 2) * rows)
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
