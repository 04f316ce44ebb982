import { endianness } from 'node:os'

/** A picture as bytes of red, green and blue, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Of luminance (ITU-R BT.601). */
export const redShare = 0.299
export const greenShare = 0.587
export const blueShare = 0.114

/** The first and the third byte of a word. */
export const byteLanes = 0xff00ff

/** Whether four pixels are three words, the first byte of each the lowest, wherever they begin in a row. */
export function isInWords({ data, width }: Pixels): boolean {
  return width % 4 === 0 && data.byteOffset % 4 === 0 && endianness() === 'LE'
}

/** Of a picture that is in words. */
export function wordsOf({ data, width, height }: Pixels): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, (width * height * 3) / 4)
}
