import { scramble } from '@vermilion/contract/generations/scramble'

/** Seeded random numbers (sfc32), the renderer's only source of randomness, so that a seed determines every byte. */
export interface Random {
  /** Uniform 32-bit unsigned integer. */
  bits(): number
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** Uniform integer in [low, high], both included. */
  integer(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** -1 or 1. */
  sign(): number
  /** An independent stream: drawing from it does not affect later numbers here. */
  fork(): Random
  /** A fork that restarts with the same numbers each time. */
  repeatableFork(): () => Random
}

/** Uniform in [0, 1) for a cell of an integer lattice. */
export function cellHash(column: number, row: number, salt: number): number {
  return scramble(Math.imul(column, 0x27d4eb2f) ^ Math.imul(row, 0x165667b1) ^ salt) / 0x1_0000_0000
}

/** Creates a stream from any number of integers, sensitive to order. */
export function createRandom(...seeds: number[]): Random {
  const state = [0x9e3779b9, 0x243f6a88, 0xb7e15162].map((start, index) =>
    seeds.reduce((sum, seed) => scramble(sum ^ scramble((seed | 0) + index)), start),
  )
  let [a = 0, b = 0, c = 0] = state
  let counter = 1
  const random: Random = {
    bits() {
      const sum = (a + b + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = ((c << 21) | (c >>> 11)) + sum
      return sum >>> 0
    },
    next: () => random.bits() / 0x1_0000_0000,
    between: (low, high) => low + (high - low) * random.next(),
    integer: (low, high) => low + Math.floor(random.next() * (high - low + 1)),
    chance: (probability) => random.next() < probability,
    pick(items) {
      const item = items[Math.floor(random.next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    sign: () => (random.next() < 0.5 ? -1 : 1),
    fork: () => random.repeatableFork()(),
    repeatableFork() {
      const seeds = [random.bits(), random.bits()]
      return () => createRandom(...seeds)
    },
  }
  for (let warm = 0; warm < 12; warm += 1) random.bits()
  return random
}
