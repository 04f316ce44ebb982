import { z } from 'zod'

/** Selection from a set: a list in a body, `one,other` in a query string. */
export function listed<const Value extends string>(values: readonly Value[]) {
  const split = (input: Value | readonly Value[]): unknown => (typeof input === 'string' ? input.split(',') : input)
  return z.preprocess(split, z.array(z.enum(values)).min(1).max(values.length)).optional()
}
