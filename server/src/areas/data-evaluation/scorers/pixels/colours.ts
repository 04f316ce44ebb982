import { endianness } from 'node:os'

/** Interleaved RGB bytes, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Luminance weights (ITU-R BT.601). */
export const redShare = 0.299
export const greenShare = 0.587
export const blueShare = 0.114

export const byteLanes = 0xff00ff

/** True when rows are whole 32-bit little-endian words, four pixels in three words. */
export function isInWords({ data, width }: Pixels): boolean {
  return width % 4 === 0 && data.byteOffset % 4 === 0 && endianness() === 'LE'
}

/** Requires `isInWords`. */
export function packedWords({ data, width, height }: Pixels): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, (width * height * 3) / 4)
}
