/** Values of a picture that are shown as black and as white. */
export interface ShownRange {
  readonly black: number
  readonly white: number
}

/** Pixel formats as named by libvips. */
export type PixelDepth = 'char' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'float' | 'double'

const bitsUsed = [8, 10, 12, 14, 16].map((bits) => 2 ** bits - 1)
/** The highest values that a picture of a depth is likely to be scaled to: bits of a sensor, or units of a program. */
const fullScales: Readonly<Record<PixelDepth, readonly number[]>> = {
  char: [127],
  uchar: [255],
  short: [...bitsUsed.filter((value) => value < 32_767), 32_767],
  ushort: bitsUsed,
  int: bitsUsed,
  uint: bitsUsed,
  float: [1, 255, 65_535],
  double: [1, 255, 65_535],
}
/** A picture that uses a smaller part of its scale is stretched from its lowest to its highest value. */
const minShare = 1 / 4
/** Values at each end that count as faults of a sensor: one of ten thousand. */
const outliers = 1e-4

/**
 * The values that become black and white when a picture of more than 8 bits is shown, or given to a model: the scale that its
 * values fill, as 0 to 4095 of a camera with 12 bits; else their own range, as of a thermal picture, or one with negative
 * values. Undefined where they are shown as they are: 16 bits that are used. What is no number is black.
 */
export function shownRange(values: Float32Array, depth: PixelDepth): ShownRange | undefined {
  const finite = values.filter((value) => Number.isFinite(value)).sort()
  const cut = Math.floor(finite.length * outliers)
  const low = finite[cut] ?? 0
  const high = finite[finite.length - 1 - cut] ?? 1
  const scale = low < 0 ? undefined : fullScales[depth].find((white) => high <= white)
  if (scale !== undefined && (high === low || high - low >= scale * minShare))
    return depth === 'ushort' && scale === bitsUsed.at(-1) ? undefined : { black: 0, white: scale }
  return high === low ? { black: low - 0.5, white: high + 0.5 } : { black: low, white: high }
}
