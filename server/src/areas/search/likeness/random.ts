/** Numbers from 0 to 1 by xorshift (Marsaglia 2003), reproducible everywhere, so that the same images give the same map. */
export function createRandom(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

export function sampleOf(count: number, most: number): Uint32Array {
  if (count <= most) return Uint32Array.from({ length: count }, (_, index) => index)
  return Uint32Array.from({ length: most }, (_, index) => Math.floor((index * count) / most))
}
