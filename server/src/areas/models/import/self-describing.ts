import { metadataKey } from '@vermilion/contract/detection/model-metadata'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'

/**
 * What an ONNX file is to be followed by so that it says of itself how it is run: parts of a protobuf message may follow each
 * other in any order, and `metadata_props` is its field 14, entries of a key (1) and a value (2).
 */
export function describingPart(metadata: ModelMetadata): Uint8Array {
  const entry = [...lengthDelimited(1, encode(metadataKey)), ...lengthDelimited(2, encode(JSON.stringify(metadata)))]
  return Uint8Array.from(lengthDelimited(14, entry))
}

const encode = (text: string) => [...new TextEncoder().encode(text)]

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]

const lengthDelimited = (field: number, content: readonly number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
]
