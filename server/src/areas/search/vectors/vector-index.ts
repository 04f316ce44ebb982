/** A vector under the number that its owner gave it; a number is used again once it was removed. */
export interface VectorEntry {
  readonly slot: number
  readonly vector: Float32Array
}

export interface VectorHit {
  readonly slot: number
  /** Cosine of the angle between the vectors: 1 for the same direction. */
  readonly similarity: number
}

export interface VectorSearch {
  readonly limit: number
  /** Only these slots, a bit for each, the lowest bit of a byte first; all where it is absent. */
  readonly within?: Uint8Array | undefined
}

/** Where vectors of one length lie and are searched. The lengths of vectors do not count, only where they point. */
export interface VectorIndex {
  /** What this has answered survives a power cut. A slot that had a vector has this one from then on. */
  put(entries: readonly VectorEntry[]): Promise<void>
  /** What this has answered is never in what a search answers, also after a power cut. */
  remove(slots: readonly number[]): Promise<void>
  /** The nearest, best first; those of equal similarity by their slots. May miss some where there are many. */
  search(vector: Float32Array, search: VectorSearch): Promise<readonly VectorHit[]>
  /** The vector of a slot as it is kept, of length 1; undefined where there is none. */
  get(slot: number): Promise<Float32Array | undefined>
  /** The vectors of many slots at once, one after the other in their order; zeros where there is none. */
  read(slots: Uint32Array): Promise<Float32Array>
  /** Which slots have a vector, as in `within`. */
  slots(): Promise<Uint8Array>
  close(): Promise<void>
}

export const hasBit = (bits: Uint8Array, slot: number) => (((bits[slot >>> 3] ?? 0) >>> (slot & 7)) & 1) === 1

/** Bits of some slots. */
export function bitsOf(slots: Iterable<number>): Uint8Array {
  const all = [...slots]
  const bits = new Uint8Array((all.reduce((most, slot) => Math.max(most, slot), -1) >>> 3) + 1)
  for (const slot of all) bits[slot >>> 3]! |= 1 << (slot & 7)
  return bits
}
