import { createProtobufReader, decodeText } from '#platform/protobuf'

/**
 * ModelProto field 14 with key (1) and value (2), see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 * Throws a RangeError for invalid bytes.
 */
export function readOnnxMetadata(bytes: Uint8Array): Record<string, string> {
  const readFields = createProtobufReader()
  const entries = readFields(bytes).flatMap(({ number, content }) => {
    if (number !== 14 || content === undefined) return []
    const parts = new Map(readFields(content).map((part) => [part.number, decodeText(part.content)]))
    return [[parts.get(1) ?? '', parts.get(2) ?? ''] as const]
  })
  return Object.fromEntries(entries)
}
