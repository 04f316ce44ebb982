import { createFieldReader, textOf } from './import/protobuf.ts'

/**
 * Reads `metadata_props` of an ONNX file: ModelProto field 14 with key (1) and value (2), see
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. Skips everything else. Throws a RangeError for invalid bytes.
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
