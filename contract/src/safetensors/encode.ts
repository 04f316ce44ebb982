import type { ElementType } from './header.ts'

export interface TensorContent {
  readonly name: string
  readonly type: ElementType
  readonly shape: readonly number[]
  /** Little-endian. */
  readonly bytes: Uint8Array
}

/** Tensor data starts at a multiple of 8 bytes; the header is padded with spaces. */
const alignment = 8

export function encodeSafetensors(
  tensors: readonly TensorContent[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  let offset = 0
  const entries = tensors.map(({ name, type, shape, bytes }) => {
    const begin = offset
    offset += bytes.length
    return [name, { dtype: type, shape, data_offsets: [begin, offset] }] as const
  })
  const text = new TextEncoder().encode(JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) }))
  const length = Math.ceil(text.length / alignment) * alignment
  const file = new Uint8Array(8 + length + offset).fill(0x20, 8, 8 + length)
  new DataView(file.buffer).setBigUint64(0, BigInt(length), true)
  file.set(text, 8)
  let to = 8 + length
  for (const { bytes } of tensors) {
    file.set(bytes, to)
    to += bytes.length
  }
  return file
}
