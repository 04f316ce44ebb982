/** A field of a protobuf message: what it holds where it has a length, or the number that it is. */
export interface Field {
  readonly field: number
  readonly content: Uint8Array | undefined
  readonly value: number
}

/** Bytes of a value of the wire types that have no length of their own; 0 is a varint and 2 says its length. */
const fixedLength: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** Fields that a file may have in all: real models have at most some hundred thousand. */
const mostFields = 1_000_000

/** Reads the messages of one file, until these have had too many fields. */
export function createFieldReader(): (bytes: Uint8Array) => Field[] {
  const count = { fields: 0 }
  return (bytes) => readFields(bytes, count)
}

/**
 * The fields of a protobuf message in order (https://protobuf.dev/programming-guides/encoding/). Contents are parts of `bytes`, not
 * copies. Throws a RangeError on bytes that are no such message.
 */
function readFields(bytes: Uint8Array, count: { fields: number }): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    const { value, end } = readInteger(bytes, at)
    at = end
    return value
  }
  while (at < bytes.length) {
    count.fields += 1
    if (count.fields > mostFields) throw new RangeError('the file has more parts than any model')
    const key = varint()
    const [field, type] = [Math.floor(key / 8), key % 8]
    if (type === 0) {
      fields.push({ field, content: undefined, value: varint() })
      continue
    }
    const length = type === 2 ? varint() : fixedLength[type]
    if (length === undefined || at + length > bytes.length) throw new RangeError('the file is not a protobuf message')
    if (type === 2) fields.push({ field, content: bytes.subarray(at, at + length), value: 0 })
    at += length
  }
  return fields
}

function readInteger(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0
  for (let at = start, shift = 0; shift < 70; at += 1, shift += 7) {
    const byte = bytes[at]
    if (byte === undefined) throw new RangeError('the file ends within a number')
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, end: at + 1 }
  }
  throw new RangeError('a number is too long')
}

/** Bytes of the longest list of numbers that is unpacked: extents of a shape are few. */
const mostPacked = 1_000

/** Numbers that lie packed in one field. Throws a RangeError on bytes that are none, or too many. */
export function unpackIntegers(bytes: Uint8Array): number[] {
  if (bytes.length > mostPacked) throw new RangeError('a shape has more extents than any')
  const values: number[] = []
  for (let at = 0; at < bytes.length;) {
    const { value, end } = readInteger(bytes, at)
    values.push(value)
    at = end
  }
  return values
}

export const textOf = (content: Uint8Array | undefined): string => new TextDecoder().decode(content)
