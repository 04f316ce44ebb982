import { expect } from 'vitest'

/** Matcher of a ring with tolerance of a thousandth. */
export const nearRing = (ring: readonly number[]) => ring.map((value) => expect.closeTo(value, 2) as number)
