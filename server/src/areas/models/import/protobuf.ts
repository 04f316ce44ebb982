/** A protobuf field: bytes if length-delimited, else a number. */
export interface Field {
  readonly field: number
  readonly content: Uint8Array | undefined
  readonly value: number
}

/** Byte lengths of the fixed wire types; 0 is a varint, 2 is length-delimited. */
const fixedLength: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** Limit of fields per file: real models have some hundred thousand. */
const mostFields = 1_000_000

/** Parses the messages of one file, up to a total of fields. */
export function createFieldReader(): (bytes: Uint8Array) => Field[] {
  const count = { fields: 0 }
  return (bytes) => readFields(bytes, count)
}

/**
 * Parses a protobuf message (https://protobuf.dev/programming-guides/encoding/). Contents are views of `bytes`. Throws a
 * RangeError for invalid bytes.
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

/** Maximum bytes of a packed list: shapes are short. */
const mostPacked = 1_000

/** Throws a RangeError for invalid or too long lists. */
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
