export interface ProtobufField {
  readonly number: number
  /** The bytes of a length-delimited or fixed field; undefined for integers. */
  readonly content: Uint8Array | undefined
  /** An integer field as unsigned number, exact up to 2^53; otherwise 0. */
  readonly unsigned: number
  /** An integer field as two's complement of 64 bits; otherwise 0. */
  readonly signed: number
}

/** Byte lengths of the fixed wire types; 0 is a varint, 2 is length-delimited. */
const fixedLengths: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** Real models have some hundred thousand fields. */
const maxFields = 1_000_000

export function createProtobufReader(): (bytes: Uint8Array) => ProtobufField[] {
  const count = { fields: 0 }
  return (bytes) => readProtobuf(bytes, count)
}

/**
 * See https://protobuf.dev/programming-guides/encoding/. Contents are views of `bytes`. Throws a RangeError for invalid bytes.
 */
export function readProtobuf(bytes: Uint8Array, count = { fields: 0 }): ProtobufField[] {
  const fields: ProtobufField[] = []
  let at = 0
  const readNext = () => {
    const integer = readInteger(bytes, at)
    at = integer.end
    return integer
  }
  while (at < bytes.length) {
    count.fields += 1
    if (count.fields > maxFields) throw new RangeError('the file has more parts than any model')
    const key = readNext().unsigned
    const [number, type] = [Math.floor(key / 8), key % 8]
    if (type === 0) {
      const { unsigned, signed } = readNext()
      fields.push({ number, content: undefined, unsigned, signed })
      continue
    }
    const length = type === 2 ? readNext().unsigned : fixedLengths[type]
    if (length === undefined || at + length > bytes.length) throw new RangeError('the file is not a protobuf message')
    fields.push({ number, content: bytes.subarray(at, at + length), unsigned: 0, signed: 0 })
    at += length
  }
  return fields
}

function readInteger(bytes: Uint8Array, start: number): { unsigned: number; signed: number; end: number } {
  let [low, high] = [0, 0]
  for (let at = start, shift = 0; shift < 70; at += 1, shift += 7) {
    const byte = bytes[at]
    if (byte === undefined) throw new RangeError('the file ends within a number')
    const bits = byte & 0x7f
    if (shift < 32) low |= bits << shift
    if (shift === 28) high |= bits >>> 4
    else if (shift > 28) high |= bits << (shift - 32)
    if (byte >= 0x80) continue
    const rest = low >>> 0
    return { unsigned: (high >>> 0) * 2 ** 32 + rest, signed: (high | 0) * 2 ** 32 + rest, end: at + 1 }
  }
  throw new RangeError('a number is too long')
}

/** Maximum bytes of a packed list: shapes are short. */
const maxPackedLength = 1_000

/** Throws a RangeError for invalid or too long lists. */
export function unpackIntegers(bytes: Uint8Array): number[] {
  if (bytes.length > maxPackedLength) throw new RangeError('a shape has more extents than any')
  const values: number[] = []
  for (let at = 0; at < bytes.length;) {
    const { unsigned, end } = readInteger(bytes, at)
    values.push(unsigned)
    at = end
  }
  return values
}

/** Decodes little-endian numbers of 4 or 8 bytes: one fixed field, or a packed list. */
export function unpackFloats(bytes: Uint8Array, kind: 'float' | 'double'): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = kind === 'float' ? 4 : 8
  return Array.from({ length: Math.floor(bytes.length / width) }, (_, index) =>
    kind === 'float' ? view.getFloat32(index * width, true) : view.getFloat64(index * width, true),
  )
}

export const decodeText = (content: Uint8Array | undefined): string => new TextDecoder().decode(content)
