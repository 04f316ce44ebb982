import { createHash } from 'node:crypto'

/** Numbers from 0 (inclusive) to 1 (exclusive) that hang on the seed and the position alone, so that a restart draws the same. */
export function uniformAt(seed: number, ...position: readonly (string | number)[]): () => number {
  let drawn = 0
  return () => {
    const hash = createHash('sha256')
      .update(JSON.stringify([seed, ...position, drawn]))
      .digest()
    drawn += 1
    return hash.readUInt32LE(0) / 2 ** 32
  }
}

/** Box–Muller; 1 − u keeps the logarithm finite. */
export const normalFrom = (uniform: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
