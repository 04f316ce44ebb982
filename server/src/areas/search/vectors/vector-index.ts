/** A vector under its owner's number, which can be reused after removal. */
export interface VectorEntry {
  readonly slot: number
  readonly vector: Float32Array
}

export interface VectorHit {
  readonly slot: number
  /** Cosine of the angle: 1 for the same direction. */
  readonly similarity: number
}

export interface VectorSearch {
  readonly limit: number
  /** The searched slots as bits, lowest bit first; all when absent. */
  readonly within?: Uint8Array | undefined
}

export interface VectorIndex {
  /** Survives a power cut once resolved. Replaces a slot's vector. */
  put(entries: readonly VectorEntry[]): Promise<void>
  /** Once resolved, no search returns these slots, even after a power cut. */
  remove(slots: readonly number[]): Promise<void>
  /** The nearest, best first, ties by slot. May miss some among many. */
  search(vector: Float32Array, search: VectorSearch): Promise<readonly VectorHit[]>
  get(slot: number): Promise<Float32Array | undefined>
  /** Concatenated in their order; zeros without one. */
  read(slots: Uint32Array): Promise<Float32Array>
  slots(): Promise<Uint8Array>
  close(): Promise<void>
}

export const hasBit = (bits: Uint8Array, slot: number) => (((bits[slot >>> 3] ?? 0) >>> (slot & 7)) & 1) === 1

export function bitsOf(slots: Iterable<number>): Uint8Array {
  const all = [...slots]
  const bits = new Uint8Array((all.reduce((most, slot) => Math.max(most, slot), -1) >>> 3) + 1)
  for (const slot of all) bits[slot >>> 3]! |= 1 << (slot & 7)
  return bits
}
