import { crc32cOf } from './crc32c.ts'
import type { Reader } from './reader.ts'
import { fieldsOf, floatsOf } from './protobuf.ts'

/** Each record has its length with a checksum before it, and its own checksum after it. */
const previous = 12
const behind = 4
/** Larger records hold images or texts, and are skipped. */
const largestRecord = 1024 * 1024
/** Numeric types of a TensorFlow tensor. */
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
  const summaries: Buffer[] = []
  for (const { number, fixed, bytes, integer } of fieldsOf(record)) {
    if (number === 1 && fixed?.length === 8) time = fixed.readDoubleLE() * 1_000
    if (number === 2 && integer !== undefined) step = Number(BigInt.asIntN(64, integer))
    if (number === 5 && bytes !== undefined) summaries.push(bytes)
  }
  for (const summary of summaries) {
    for (const { number, bytes } of fieldsOf(summary)) {
      if (number !== 1 || bytes === undefined) continue
      const { tag, value } = readValue(bytes)
      if (tag !== '' && value !== undefined) sink.add(tag, step, time, value)
    }
  }
}

/** `Summary.Value`: 1 tag, 2 simple value, 8 tensor. */
function readValue(value: Buffer): { tag: string; value: number | undefined } {
  let tag = ''
  let count: number | undefined
  for (const { number, fixed, bytes } of fieldsOf(value)) {
    if (number === 1 && bytes !== undefined) tag = bytes.toString('utf8')
    if (number === 2 && fixed?.length === 4) count = fixed.readFloatLE()
    if (number === 8 && bytes !== undefined) count = scalarOf(bytes)
  }
  return { tag, value: count }
}

/** `TensorProto`: 1 type, 2 shape, 4 content, 5 floats, 6 doubles. Returns the number of a tensor with one element. */
function scalarOf(tensor: Buffer): number | undefined {
  let kind: (typeof tensorKinds)[keyof typeof tensorKinds] | undefined
  let content: Buffer | undefined
  const values: number[] = []
  for (const field of fieldsOf(tensor)) {
    if (field.number === 1) kind = tensorKinds[Number(field.integer) as keyof typeof tensorKinds]
    if (field.number === 2 && (field.bytes?.length ?? 0) > 0) return undefined
    if (field.number === 4) content = field.bytes
    if (field.number === 5) values.push(...floatsOf(field, 'float'))
    if (field.number === 6) values.push(...floatsOf(field, 'double'))
  }
  if (kind !== undefined && content !== undefined) {
    values.push(...floatsOf({ number: 4, bytes: content }, kind))
  }
  return values.length === 1 ? values[0] : undefined
}
