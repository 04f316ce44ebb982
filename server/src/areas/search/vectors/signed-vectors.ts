import { productWith, unit, encodeSigns, decodeRecord, recordBytes } from './encoding.ts'
import { createHammingScan } from './hamming.ts'
import { createRotation } from './rotation.ts'
import { openVectorFiles } from './vector-files.ts'
import { hasBit, type VectorEntry, type VectorHit, type VectorSearch } from './vector-index.ts'

/** Vectors with the most equal signs that are compared by value: this many, or a multiple of the hits. */
const minCandidates = 4_000
const candidatesPerHit = 4

/**
 * A sign bit of each value is in memory. A search counts differing bits for every vector, and compares the few thousand closest
 * by their 8-bit values. It blocks its thread.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function openSignedVectors(folder: string, dimensions: number) {
  const files = openVectorFiles(folder, dimensions)
  const rotate = createRotation(dimensions)
  const scan = createHammingScan(files.signBytes)
  let marks = files.marks()
  let count = marks.length
  let capacity = 0
  reserve(count)
  files.readSigns(signatures().subarray(0, count * files.signBytes))

  function signatures(): Uint8Array {
    return new Uint8Array(scan.memory.buffer, scan.layout(capacity).signatures)
  }

  function reserve(slots: number): void {
    if (slots <= capacity && capacity > 0) return
    const next = Math.max(1_024, Math.ceil(slots * (capacity === 0 ? 1 : 1.25)))
    const previous = capacity === 0 ? undefined : signatures().slice(0, count * files.signBytes)
    scan.reserve(next)
    capacity = next
    if (previous !== undefined) signatures().set(previous)
  }

  function nearestBySigns(query: Float32Array, atLeast: number, within: Uint8Array | undefined): number[] {
    const { query: at, distances } = scan.layout(capacity)
    encodeSigns(query, new Uint8Array(scan.memory.buffer, at, files.signBytes))
    scan.run(capacity, count)
    const isSearched = (slot: number) => marks[slot] === 1 && (within === undefined || hasBit(within, slot))
    return nearest(new Uint16Array(scan.memory.buffer, distances, count), { atLeast, most: dimensions, isSearched })
  }

  return {
    put(entries: readonly VectorEntry[]): void {
      if (entries.length === 0) return
      const rotated = entries.map(({ slot, vector }) => ({ slot, vector: rotate(unit(vector)) }))
      const marked = entries.map(({ slot }) => slot).filter((slot) => marks[slot] === 1)
      files.write(rotated, marked)
      const last = entries.reduce((most, { slot }) => Math.max(most, slot), count - 1)
      reserve(last + 1)
      if (last >= marks.length) {
        const longer = new Uint8Array(Math.max(last + 1, Math.ceil(marks.length * 1.25)))
        longer.set(marks)
        marks = longer
      }
      count = last + 1
      const signs = signatures()
      for (const { slot, vector } of rotated) {
        encodeSigns(vector, signs.subarray(slot * files.signBytes, (slot + 1) * files.signBytes))
        marks[slot] = 1
      }
    },

    remove(slots: readonly number[]): void {
      const marked = slots.filter((slot) => marks[slot] === 1)
      if (marked.length === 0) return
      files.unmark(marked)
      for (const slot of marked) marks[slot] = 0
    },

    search(vector: Float32Array, { limit, within }: VectorSearch): VectorHit[] {
      if (count === 0 || limit === 0) return []
      const query = rotate(unit(vector))
      const candidates = nearestBySigns(query, Math.max(minCandidates, candidatesPerHit * limit), within)
      const hits: VectorHit[] = []
      files.readRecords(candidates, (slot, buffer, at) =>
        hits.push({ slot, similarity: Math.max(-1, Math.min(1, productWith(query, buffer, at))) }),
      )
      hits.sort((one, other) => other.similarity - one.similarity || one.slot - other.slot)
      return hits.slice(0, limit)
    },

    get(slot: number): Float32Array | undefined {
      if (marks[slot] !== 1) return undefined
      let record: Buffer | undefined
      files.readRecords([slot], (_, buffer) => (record = buffer.subarray(0, recordBytes(dimensions))))
      return record && rotate.back(decodeRecord(record, dimensions))
    },

    read(slots: Uint32Array): Float32Array {
      const vectors = new Float32Array(slots.length * dimensions)
      const order = Uint32Array.from(slots.keys()).sort((one, other) => slots[one]! - slots[other]!)
      const present = order.filter((position) => marks[slots[position]!] === 1)
      let next = 0
      files.readRecords(
        present.map((position) => slots[position]!),
        (_, buffer, at) => {
          const record = buffer.subarray(at, at + recordBytes(dimensions))
          vectors.set(rotate.back(decodeRecord(record, dimensions)), present[next++]! * dimensions)
        },
      )
      return vectors
    },

    slots(): Uint8Array {
      const bits = new Uint8Array((count + 7) >>> 3)
      for (let slot = 0; slot < count; slot++) if (marks[slot] === 1) bits[slot >>> 3]! |= 1 << (slot & 7)
      return bits
    },

    close: () => files.close(),
  }
}

interface Nearest {
  readonly atLeast: number
  readonly most: number
  readonly isSearched: (slot: number) => boolean
}

/** The slots of least distance, ascending, including all ties of the last needed one. */
function nearest(distances: Uint16Array, { atLeast, most, isSearched }: Nearest): number[] {
  const histogram = new Uint32Array(most + 1)
  for (let slot = 0; slot < distances.length; slot++) if (isSearched(slot)) histogram[distances[slot]!]! += 1
  let furthest = 0
  for (let sum = histogram[0]!; sum < atLeast && furthest < most;) sum += histogram[++furthest]!
  const slots: number[] = []
  for (let slot = 0; slot < distances.length; slot++) {
    if (distances[slot]! <= furthest && isSearched(slot)) slots.push(slot)
  }
  return slots
}
