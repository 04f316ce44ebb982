import { metadataKey, type ModelMetadata } from '@vermilion/contract/detection/model-metadata'

/** Protobuf fields may come in any order; `metadata_props` is field 14 with key (1) and value (2). */
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
