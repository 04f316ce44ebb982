/**
 * Reads the `metadata_props` of an ONNX file: of the protobuf message ModelProto, field 14, entries of a key (1) and a
 * value (2), as https://github.com/onnx/onnx/blob/main/onnx/onnx.proto has it. Everything else is passed over without
 * being looked at. Throws a RangeError on bytes that are no such message.
 */
export function readOnnxMetadata(bytes: Uint8Array): Record<string, string> {
  const entries = fieldsOf(bytes)
    .filter(({ field }) => field === 14)
    .map(({ content }) => {
      const parts = new Map(fieldsOf(content).map((part) => [part.field, new TextDecoder().decode(part.content)]))
      return [parts.get(1) ?? '', parts.get(2) ?? ''] as const
    })
  return Object.fromEntries(entries)
}

interface Field {
  field: number
  content: Uint8Array
}

/** Bytes that a value of each wire type takes; 0 is a varint and 2 says its own length. */
const fixedLength: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** The fields of a message that have a length, in order. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('the file ends within a number')
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new RangeError('a number is too long')
  }
  while (at < bytes.length) {
    const key = varint()
    const type = key % 8
    if (type === 0) {
      varint()
      continue
    }
    const length = type === 2 ? varint() : fixedLength[type]
    if (length === undefined || at + length > bytes.length) throw new RangeError('the file is not a protobuf message')
    if (type === 2) fields.push({ field: Math.floor(key / 8), content: bytes.subarray(at, at + length) })
    at += length
  }
  return fields
}
