export interface TiffPicture {
  readonly width: number
  readonly height: number
  /** Rows from the top, pixel by pixel; one-bit values are packed into bytes. */
  readonly values:
    | Float32Array<ArrayBuffer>
    | Float64Array<ArrayBuffer>
    | Int16Array<ArrayBuffer>
    | Uint16Array<ArrayBuffer>
    | Uint8Array<ArrayBuffer>
    | Int32Array<ArrayBuffer>
  readonly samples?: number
  readonly bits?: number
  /** 1 for black as zero, 2 for RGB, 5 for CMYK. */
  readonly photometric?: number
}

const short = 3
const long = 4

/** Format: https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf */
export function tiffOf({
  width,
  height,
  values,
  samples = 1,
  photometric,
  bits,
}: TiffPicture): Uint8Array<ArrayBuffer> {
  const depth = bits ?? values.BYTES_PER_ELEMENT * 8
  const format = values instanceof Float32Array || values instanceof Float64Array ? 3 : isSigned(values) ? 2 : 1
  const repeated = new Set([258, 339])
  const tags = [
    [256, long, width],
    [257, long, height],
    [258, short, depth],
    [259, short, 1],
    [262, short, photometric ?? (samples >= 3 ? 2 : 1)],
    [273, long, 0],
    [277, short, samples],
    [278, long, height],
    [279, long, values.byteLength],
    [339, short, format],
  ] as const
  const listsAt = 8 + 2 + tags.length * 12 + 4
  const pixelsAt = listsAt + 32
  const bytes = Buffer.alloc(pixelsAt + values.byteLength)
  bytes.write('II')
  bytes.writeUInt16LE(42, 2)
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(tags.length, 8)
  for (const [index, [tag, type, value]] of tags.entries()) {
    const at = 10 + index * 12
    const isList = samples > 1 && repeated.has(tag)
    const listAt = listsAt + (tag === 339 ? 16 : 0)
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(isList ? samples : 1, at + 4)
    if (isList) {
      for (let sample = 0; sample < samples; sample++) bytes.writeUInt16LE(value, listAt + sample * 2)
      if (samples === 2) bytes.copy(bytes, at + 8, listAt, listAt + 4)
      else bytes.writeUInt32LE(listAt, at + 8)
    } else if (type === short) bytes.writeUInt16LE(value, at + 8)
    else bytes.writeUInt32LE(tag === 273 ? pixelsAt : value, at + 8)
  }
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), pixelsAt)
  return new Uint8Array(bytes)
}

const isSigned = (values: TiffPicture['values']) => values instanceof Int16Array || values instanceof Int32Array

export const rampWidth = 64
export const rampHeight = 48

export function ramp<Values extends TiffPicture['values']>(
  kind: new (length: number) => Values,
  value: (share: number, row: number) => number,
): TiffPicture & { readonly values: Values } {
  const values = new kind(rampWidth * rampHeight)
  for (let row = 0; row < rampHeight; row++)
    for (let column = 0; column < rampWidth; column++)
      values[row * rampWidth + column] = value(column / (rampWidth - 1), row)
  return { width: rampWidth, height: rampHeight, values }
}
