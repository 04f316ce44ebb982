import { expect, test } from 'vitest'
import { createMemorySaving } from './memory-saving.ts'

test('speed counts from the second busy second on, and memory again only after half a minute without work', () => {
  const decide = createMemorySaving()
  expect([0.05, 0.3].map(decide)).toEqual([undefined, undefined])
  expect([0.9, 0.2, 0.6, 0.9, 0.02].map(decide)).toEqual([undefined, undefined, undefined, false, undefined])
  // One busy interval restarts the half minute.
  for (let look = 0; look < 28; look += 1) expect(decide(0.02)).toBeUndefined()
  expect(decide(0.2)).toBeUndefined()
  for (let look = 0; look < 29; look += 1) expect(decide(0.02)).toBeUndefined()
  expect(decide(0.02)).toBe(true)
  expect(decide(0.02)).toBeUndefined()
})
