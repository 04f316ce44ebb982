import { z } from 'zod'

/** The format allows 100 MB; real headers have at most a few hundred kilobytes. */
export const headerLimit = 8 * 1024 * 1024

export class SafetensorsError extends Error {}

const elementBits = {
  BOOL: 8,
  U8: 8,
  I8: 8,
  F8_E4M3: 8,
  F8_E5M2: 8,
  F8_E8M0: 8,
  I16: 16,
  U16: 16,
  F16: 16,
  BF16: 16,
  I32: 32,
  U32: 32,
  F32: 32,
  I64: 64,
  U64: 64,
  F64: 64,
  C64: 64,
  F4: 4,
  F6_E2M3: 6,
  F6_E3M2: 6,
} as const
export type ElementType = keyof typeof elementBits

export interface TensorEntry {
  readonly name: string
  readonly type: ElementType
  readonly shape: readonly number[]
  readonly begin: number
  readonly end: number
}

export interface SafetensorsHeader {
  readonly metadata: ReadonlyMap<string, string>
  /** Ordered by offset. */
  readonly tensors: readonly TensorEntry[]
}

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const entrySchema = z.object({
  dtype: z.enum(Object.keys(elementBits) as [ElementType, ...ElementType[]]),
  shape: z.array(count).max(16),
  data_offsets: z.tuple([count, count]),
})
const documentSchema = z.record(z.string(), z.unknown())
const metadataSchema = z.record(z.string(), z.string())

/** Length field: a 64-bit number. */
const lengthBytes = 8

/** End offset of the header, which must be read up to there. Needs the file's first 8 bytes. */
export function safetensorsHeaderEnd(start: Uint8Array): number {
  if (start.length < lengthBytes) throw new SafetensorsError('the file is too short for a header')
  const length = new DataView(start.buffer, start.byteOffset).getBigUint64(0, true)
  if (length < 2n) throw new SafetensorsError('the header is empty')
  if (length > BigInt(headerLimit)) throw new SafetensorsError(`the header is longer than ${headerLimit} bytes`)
  return lengthBytes + Number(length)
}

/**
 * Parses the tensor directory. Needs the bytes up to `safetensorsHeaderEnd` and the file size. The header is untrusted: each
 * tensor must lie within the file, have the length of its shape, and start where the previous one ends, as the format demands.
 */
export function readSafetensorsHeader(start: Uint8Array, fileSize: number): SafetensorsHeader {
  const dataStart = safetensorsHeaderEnd(start)
  if (dataStart > start.length || dataStart > fileSize) {
    throw new SafetensorsError('the file ends within its header')
  }
  const { __metadata__: notes = {}, ...entries } = parseDocument(start.subarray(lengthBytes, dataStart))
  const metadata = metadataSchema.safeParse(notes)
  if (!metadata.success) throw new SafetensorsError('the metadata is no map of texts')
  const tensors = Object.entries(entries)
    .map(([name, entry]) => readEntry(name, entry, dataStart, fileSize))
    .toSorted((a, b) => a.begin - b.begin || a.end - b.end)
  let end = dataStart
  for (const { name, begin, end: next } of tensors) {
    if (begin < end) throw new SafetensorsError(`tensor ${name} overlaps another`)
    if (begin > end) throw new SafetensorsError(`before tensor ${name} are bytes of no tensor`)
    end = next
  }
  if (end < fileSize) throw new SafetensorsError('after the last tensor are bytes of no tensor')
  return { metadata: new Map(Object.entries(metadata.data)), tensors }
}

function parseDocument(bytes: Uint8Array): Record<string, unknown> {
  // Even spaces before the brace violate the format; other files are recognized by it.
  if (bytes[0] !== 0x7b) throw new SafetensorsError('the header is no JSON object')
  try {
    return documentSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    throw new SafetensorsError('the header is no JSON object')
  }
}

function readEntry(name: string, entry: unknown, dataStart: number, fileSize: number): TensorEntry {
  const label = name.length > 200 ? `${name.slice(0, 200)}…` : name
  const parsed = entrySchema.safeParse(entry)
  if (!parsed.success) throw new SafetensorsError(`tensor ${label} is not described as the format asks for`)
  const { dtype, shape, data_offsets: offsets } = parsed.data
  const [begin, end] = [dataStart + offsets[0], dataStart + offsets[1]]
  if (begin > end || end > fileSize) throw new SafetensorsError(`tensor ${label} lies outside the file`)
  const bits = shape.reduce((product, extent) => product * extent, elementBits[dtype])
  if (bits !== (end - begin) * 8) throw new SafetensorsError(`tensor ${label} is not as long as its shape says`)
  return { name, type: dtype, shape, begin, end }
}
