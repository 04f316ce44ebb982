import { decodeText, readProtobuf, unpackFloats } from '#platform/protobuf'
import { crc32cOf } from './crc32c.ts'
import type { Reader } from './reader.ts'

/** Each record has its length with a checksum before it, and its own checksum after it. */
const previous = 12
const behind = 4
/** Larger records hold images or texts, and are skipped. */
const largestRecord = 1024 * 1024
const tensorKinds = { 1: 'float', 2: 'double' } as const

/** TensorBoard event files: records with checksums, each an `Event` with scalar summaries. */
export const tensorboardReader: Reader<null> = {
  empty: null,
  repeats: 'rewind',
  read({ bytes, remaining }, state, sink) {
    let at = 0
    while (at + previous <= bytes.length) {
      const length = Number(bytes.readBigUInt64LE(at))
      if (bytes.readUInt32LE(at + 8) !== masked(bytes.subarray(at, at + 8))) {
        return { used: at, state, problem: 'a record has a wrong checksum' }
      }
      const full = previous + length + behind
      if (at + full > remaining) break
      if (length > largestRecord) {
        at += full
        continue
      }
      if (at + full > bytes.length) break
      const record = bytes.subarray(at + previous, at + previous + length)
      if (bytes.readUInt32LE(at + previous + length) !== masked(record)) {
        return { used: at, state, problem: 'a record has a wrong checksum' }
      }
      try {
        readEvent(record, sink)
      } catch {
        return { used: at, state, problem: 'a record cannot be understood' }
      }
      at += full
    }
    return { used: at, state }
  },
}

function masked(bytes: Buffer): number {
  const checksum = crc32cOf(bytes)
  return (((checksum >>> 15) | (checksum << 17)) + 0xa282ead8) >>> 0
}

/** `Event`: 1 wall time in seconds, 2 step, 5 summary. */
function readEvent(record: Buffer, sink: Parameters<typeof tensorboardReader.read>[2]): void {
  let [time, step]: [number | undefined, number] = [undefined, 0]
  const summaries: Uint8Array[] = []
  for (const { number, content, signed } of readProtobuf(record)) {
    if (number === 2) step = signed
    if (content === undefined) continue
    if (number === 1 && content.length === 8) time = (unpackFloats(content, 'double')[0] ?? 0) * 1_000
    if (number === 5) summaries.push(content)
  }
  for (const { number, content } of summaries.flatMap((summary) => readProtobuf(summary))) {
    if (number !== 1 || content === undefined) continue
    const { tag, value } = readValue(content)
    if (tag !== '' && value !== undefined) sink.add(tag, step, time, value)
  }
}

/** `Summary.Value`: 1 tag, 2 simple value, 8 tensor. */
function readValue(summary: Uint8Array): { tag: string; value: number | undefined } {
  let tag = ''
  let value: number | undefined
  for (const { number, content } of readProtobuf(summary)) {
    if (content === undefined) continue
    if (number === 1) tag = decodeText(content)
    if (number === 2) value = unpackFloats(content, 'float')[0]
    if (number === 8) value = readScalar(content)
  }
  return { tag, value }
}

/** `TensorProto`: 1 type, 2 shape, 4 content, 5 floats, 6 doubles. Returns the number of a tensor with one element. */
function readScalar(tensor: Uint8Array): number | undefined {
  let kind: (typeof tensorKinds)[keyof typeof tensorKinds] | undefined
  let packed: Uint8Array | undefined
  const values: number[] = []
  for (const { number, content, unsigned } of readProtobuf(tensor)) {
    if (number === 1) kind = tensorKinds[unsigned as keyof typeof tensorKinds]
    if (content === undefined) continue
    if (number === 2 && content.length > 0) return undefined
    if (number === 4) packed = content
    if (number === 5) values.push(...unpackFloats(content, 'float'))
    if (number === 6) values.push(...unpackFloats(content, 'double'))
  }
  if (kind !== undefined && packed !== undefined) values.push(...unpackFloats(packed, kind))
  return values.length === 1 ? values[0] : undefined
}
