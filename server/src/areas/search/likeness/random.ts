/** Integers of 32 bits by xorshift (Marsaglia 2003), reproducible everywhere. The seed is not 0. */
export function xorshift(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state
  }
}

/** Numbers from 0 to 1: the same images give the same map. */
export function createRandom(seed: number): () => number {
  const next = xorshift(seed)
  return () => (next() >>> 0) / 2 ** 32
}

export function sampleOf(count: number, most: number): Uint32Array {
  if (count <= most) return Uint32Array.from({ length: count }, (_, index) => index)
  return Uint32Array.from({ length: most }, (_, index) => Math.floor((index * count) / most))
}
