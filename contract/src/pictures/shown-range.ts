export interface ShownRange {
  readonly black: number
  readonly white: number
}

export type PixelDepth = 'char' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'float' | 'double'

const bitsUsed = [8, 10, 12, 14, 16].map((bits) => 2 ** bits - 1)
/** Likely full-scale values per pixel format: bit depths of sensors, or units of programs. */
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
/** A picture using less than this share of its scale is stretched to its own minimum and maximum. */
const minShare = 1 / 4
/** Share of values at each end treated as sensor faults. */
const outliers = 1e-4

/**
 * Values mapped to black and white for pictures of more than 8 bits, in previews and model inputs: the scale that the values
 * fill, for example 0 to 4095 of a 12-bit camera; else their own range, as for thermal pictures or negative values. Undefined
 * when unchanged: fully used 16 bits. NaN becomes black.
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
