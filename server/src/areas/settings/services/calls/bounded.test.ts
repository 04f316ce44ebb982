import { expect, test } from 'vitest'
import { z } from 'zod'
import { boundedList, boundedRecord } from './bounded.ts'

const million = 1_000_000

test.each([
  ['list', boundedList(z.string()), Array(million).fill(1)],
  ['record', boundedRecord(z.string()), Object.fromEntries(Array.from({ length: million }, (_, key) => [key, 1]))],
])('a %s of a million is refused as a whole, not entry by entry', (_, schema, value) => {
  expect(schema.safeParse(value).error?.issues).toHaveLength(1)
})

test('a list and a record are what their entries are', () => {
  expect(boundedList(z.number().catch(0)).parse([1, 'a'])).toEqual([1, 0])
  expect(boundedRecord(z.number().catch(0)).parse({ one: 1, other: 'a' })).toEqual({ one: 1, other: 0 })
  expect(boundedRecord(z.number()).safeParse({ one: 'a' }).error?.issues[0]?.path).toEqual(['one'])
  for (const value of [null, [1], 'a', undefined])
    expect(boundedRecord(z.unknown()).safeParse(value).success).toBe(false)
})
