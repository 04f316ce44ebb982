import { expect } from 'vitest'

export const nearRing = (ring: readonly number[]) => ring.map((value) => expect.closeTo(value, 2) as number)
