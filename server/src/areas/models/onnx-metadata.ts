import { createFieldReader, textOf } from './import/protobuf.ts'

/**
 * Reads the `metadata_props` of an ONNX file: of the protobuf message ModelProto, field 14, entries of a key (1) and a
 * value (2), as https://github.com/onnx/onnx/blob/main/onnx/onnx.proto has it. Everything else is passed over without
 * being looked at. Throws a RangeError on bytes that are no such message.
 */
export function readOnnxMetadata(bytes: Uint8Array): Record<string, string> {
  const readFields = createFieldReader()
  const entries = readFields(bytes).flatMap(({ field, content }) => {
    if (field !== 14 || content === undefined) return []
    const parts = new Map(readFields(content).map((part) => [part.field, textOf(part.content)]))
    return [[parts.get(1) ?? '', parts.get(2) ?? ''] as const]
  })
  return Object.fromEntries(entries)
}
