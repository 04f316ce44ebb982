import { z } from 'zod'

/** Selection from a set: a list in a body, `one,other` in a query string. */
export function listed<const Word extends string>(words: readonly Word[]) {
  const split = (input: Word | readonly Word[]): unknown => (typeof input === 'string' ? input.split(',') : input)
  return z.preprocess(split, z.array(z.enum(words)).min(1).max(words.length)).optional()
}
