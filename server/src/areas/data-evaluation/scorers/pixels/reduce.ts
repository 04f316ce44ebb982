import { blueShare, byteLanes, greenShare, isInWords, packedWords, type Pixels, redShare } from './colours.ts'

/** Measures except noise use images scaled to this side, so that all sizes are comparable. */
const measuredSide = 512

export interface Moments {
  readonly mean: number
  readonly variance: number
}

interface Reduced {
  readonly plane: Float32Array
  readonly width: number
  readonly height: number
  readonly luminance: Moments
  readonly rg: Moments
  readonly yb: Moments
}

/** Averages the first and last row of square blocks. Reading pixels dominates the cost, so they are read once. */
export function reduce(pixels: Pixels): Reduced {
  const block = blockSide(pixels.width, pixels.height)
  const width = Math.floor(pixels.width / block)
  const height = Math.floor(pixels.height / block)
  const plane = new Float32Array(width * height)
  const sums = block === 2 && isInWords(pixels) ? reducePairs(pixels, plane) : reduceBlocks(pixels, block, plane)
  const share = 1 / (block * 2)
  return {
    plane,
    width,
    height,
    luminance: moments(sums.luminance, sums.luminanceSquares, plane.length),
    rg: moments(sums.rg * share, sums.rgSquares * share ** 2, plane.length),
    yb: moments((sums.yb * share) / 2, (sums.ybSquares * share ** 2) / 4, plane.length),
  }
}

/** 1 for a small or very narrow image. */
function blockSide(width: number, height: number): number {
  const block = Math.ceil(Math.max(width, height) / measuredSide)
  return Math.min(width, height) < block * 3 ? 1 : block
}

function moments(sum: number, squares: number, count: number): Moments {
  const mean = sum / count
  return { mean, variance: Math.max(0, squares / count - mean * mean) }
}

/** Sums over all blocks. Colors are integers, not divided by the block's pixels. */
interface Sums {
  readonly luminance: number
  readonly luminanceSquares: number
  readonly rg: number
  readonly rgSquares: number
  readonly yb: number
  readonly ybSquares: number
}

function reduceBlocks({ data, width, height }: Pixels, block: number, plane: Float32Array): Sums {
  const reducedWidth = Math.floor(width / block)
  const reducedHeight = Math.floor(height / block)
  const side = block * 3
  // Two rows of a block are representative enough.
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
  return { luminance: sum, luminanceSquares: squares, rg: rgSum, rgSquares, yb: ybSum, ybSquares }
}

const productsOf = (share: number) => Float64Array.from({ length: 4 * 255 + 1 }, (_, colour) => share * colour)
const redProducts = productsOf(redShare)
const greenProducts = productsOf(greenShare)
const blueProducts = productsOf(blueShare)

/**
 * Bit-identical for 2 × 2 blocks: bytes are added pairwise in half-words.
 * Integer sums are flushed per row: 512 squares of at most 2040 stay below 2^31.
 */
function reducePairs(pixels: Pixels, plane: Float32Array): Sums {
  const words = packedWords(pixels)
  const row = (pixels.width * 3) / 4
  const lanes = byteLanes
  let sum = 0
  let squares = 0
  let rgSum = 0
  let rgSquares = 0
  let ybSum = 0
  let ybSquares = 0
  let to = 0
  for (let y = 0; y + 1 < pixels.height; y += 2) {
    let rgOfRow = 0
    let rgSquaresOfRow = 0
    let ybOfRow = 0
    let ybSquaresOfRow = 0
    for (let at = y * row, end = at + row; at < end; at += 3) {
      // Channels of pixels 0 to 3 in three words: r0 g0 b0 r1, g1 b1 r2 g2, b2 r3 g3 b3.
      const above0 = words[at]!
      const above1 = words[at + 1]!
      const above2 = words[at + 2]!
      const below0 = words[at + row]!
      const below1 = words[at + row + 1]!
      const below2 = words[at + row + 2]!
      const even0 = ((above0 & lanes) + (below0 & lanes)) | 0
      const odd0 = (((above0 >>> 8) & lanes) + ((below0 >>> 8) & lanes)) | 0
      const even1 = ((above1 & lanes) + (below1 & lanes)) | 0
      const odd1 = (((above1 >>> 8) & lanes) + ((below1 >>> 8) & lanes)) | 0
      const even2 = ((above2 & lanes) + (below2 & lanes)) | 0
      const odd2 = (((above2 >>> 8) & lanes) + ((below2 >>> 8) & lanes)) | 0

      const red0 = ((even0 & 0xffff) + (odd0 >>> 16)) | 0
      const green0 = ((odd0 & 0xffff) + (even1 & 0xffff)) | 0
      const blue0 = ((even0 >>> 16) + (odd1 & 0xffff)) | 0
      const luminance0 = Math.fround((redProducts[red0]! + greenProducts[green0]! + blueProducts[blue0]!) * 0.25)
      plane[to] = luminance0
      sum += luminance0
      squares += luminance0 * luminance0
      const rg0 = (red0 - green0) | 0
      const yb0 = (red0 + green0 - 2 * blue0) | 0

      const red1 = ((even1 >>> 16) + (odd2 & 0xffff)) | 0
      const green1 = ((odd1 >>> 16) + (even2 >>> 16)) | 0
      const blue1 = ((even2 & 0xffff) + (odd2 >>> 16)) | 0
      const luminance1 = Math.fround((redProducts[red1]! + greenProducts[green1]! + blueProducts[blue1]!) * 0.25)
      plane[to + 1] = luminance1
      to += 2
      sum += luminance1
      squares += luminance1 * luminance1
      const rg1 = (red1 - green1) | 0
      const yb1 = (red1 + green1 - 2 * blue1) | 0

      rgOfRow = (rgOfRow + rg0 + rg1) | 0
      rgSquaresOfRow = (rgSquaresOfRow + Math.imul(rg0, rg0) + Math.imul(rg1, rg1)) | 0
      ybOfRow = (ybOfRow + yb0 + yb1) | 0
      ybSquaresOfRow = (ybSquaresOfRow + Math.imul(yb0, yb0) + Math.imul(yb1, yb1)) | 0
    }
    rgSum += rgOfRow
    rgSquares += rgSquaresOfRow
    ybSum += ybOfRow
    ybSquares += ybSquaresOfRow
  }
  return { luminance: sum, luminanceSquares: squares, rg: rgSum, rgSquares, yb: ybSum, ybSquares }
}
