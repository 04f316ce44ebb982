import { closeSync, constants, fdatasyncSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { encodeRecord, encodeSigns, recordBytes } from './encoding.ts'
import type { VectorEntry } from './vector-index.ts'

/** Bytes read at once for nearby records, and unwanted bytes allowed among them. */
const maxReadBytes = 1 << 20
const maxSkipped = 8_192

/**
 * Records by slot: `marks` (1 for a slot with a vector), `signs` and `values`. A mark is written after its data is on disk and
 * removed before the data changes: after any interruption a marked slot is complete.
 */
export function openVectorFiles(folder: string, dimensions: number) {
  mkdirSync(folder, { recursive: true })
  const open = (name: string) => openSync(join(folder, name), constants.O_RDWR | constants.O_CREAT, 0o600)
  const files = { marks: open('marks'), signs: open('signs'), values: open('values') }
  const signBytes = dimensions / 8
  const valueBytes = recordBytes(dimensions)
  const size = (file: number) => fstatSync(file).size

  function writeMarks(slots: readonly number[], mark: 0 | 1): void {
    const sorted = [...slots].toSorted((one, other) => one - other)
    for (let first = 0, last = 0; first < sorted.length; first = last) {
      while (last < sorted.length && sorted[last] === sorted[first]! + last - first) last += 1
      const bytes = new Uint8Array(last - first).fill(mark)
      writeSync(files.marks, bytes, 0, bytes.length, sorted[first])
    }
    fdatasyncSync(files.marks)
  }

  return {
    signBytes,
    marks(): Uint8Array {
      const marks = new Uint8Array(size(files.marks))
      readWhole(files.marks, marks, 0)
      return marks
    },
    readSigns: (to: Uint8Array, fromSlot = 0) => readWhole(files.signs, to, fromSlot * signBytes),
    /** Writes rotated unit vectors. `marked` are the slots that had one before. */
    write(entries: readonly VectorEntry[], marked: readonly number[]): void {
      if (marked.length > 0) writeMarks(marked, 0)
      const sorted = entries.toSorted((one, other) => one.slot - other.slot)
      for (const run of neighboursOf(sorted)) {
        const signs = new Uint8Array(run.length * signBytes)
        const values = Buffer.alloc(run.length * valueBytes)
        for (const [index, { vector }] of run.entries()) {
          encodeSigns(vector, signs.subarray(index * signBytes, (index + 1) * signBytes))
          encodeRecord(vector, values.subarray(index * valueBytes, (index + 1) * valueBytes))
        }
        writeSync(files.signs, signs, 0, signs.length, run[0]!.slot * signBytes)
        writeSync(files.values, values, 0, values.length, run[0]!.slot * valueBytes)
      }
      fdatasyncSync(files.signs)
      fdatasyncSync(files.values)
      writeMarks(
        sorted.map(({ slot }) => slot),
        1,
      )
    },
    unmark: (slots: readonly number[]) => writeMarks(slots, 0),
    readRecords(slots: ArrayLike<number>, take: (slot: number, buffer: Buffer, at: number) => void): void {
      const buffer = Buffer.allocUnsafe(maxReadBytes)
      for (let first = 0; first < slots.length;) {
        let last = first
        const isNear = (next: number) =>
          (slots[next]! - slots[last]! - 1) * valueBytes <= maxSkipped &&
          (slots[next]! - slots[first]! + 1) * valueBytes <= maxReadBytes
        while (last + 1 < slots.length && isNear(last + 1)) last += 1
        const start = slots[first]!
        const length = (slots[last]! - start + 1) * valueBytes
        readSync(files.values, buffer, 0, length, start * valueBytes)
        for (let k = first; k <= last; k++) take(slots[k]!, buffer, (slots[k]! - start) * valueBytes)
        first = last + 1
      }
    },
    close(): void {
      for (const file of Object.values(files)) closeSync(file)
    },
  }
}

function neighboursOf(sorted: readonly VectorEntry[]): VectorEntry[][] {
  const runs: VectorEntry[][] = []
  for (const entry of sorted) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)!.slot + 1 === entry.slot) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

function readWhole(file: number, to: Uint8Array, position: number): void {
  for (let done = 0; done < to.length;) {
    const read = readSync(file, to, done, to.length - done, position + done)
    if (read === 0) return
    done += read
  }
}
