export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  uniform(): number
  normal(): number
}

/** Hashes numbers into a 32-bit seed (MurmurHash3 finalizer after each). */
function mix(numbers: readonly number[]): number {
  let hash = 0x9e3779b9
  for (const n of numbers) {
    hash = Math.imul(hash ^ (n | 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** Seeded by position (epoch, image, purpose), which allows resuming without generator state. Generator: mulberry32. */
export function randomAt(seed: number, ...position: readonly number[]): Random {
  let state = mix([seed, ...position])
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  // Box–Muller; 1 − u keeps the logarithm finite.
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

/** Random permutation of 0 to count − 1 (Fisher–Yates). */
export function permutation(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random.uniform() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}
