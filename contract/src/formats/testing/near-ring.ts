import { expect } from 'vitest'

/** A ring of numbers that may differ by a thousandth. */
export const nearRing = (ring: readonly number[]) => ring.map((value) => expect.closeTo(value, 2) as number)
