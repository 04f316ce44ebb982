import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBitmaps, hasNumber } from './bitmaps.ts'

test('a set that could not be read is read again', async () => {
  const contained = [() => Promise.reject(new Error('the reader thread has ended')), () => Promise.resolve('3,5')]
  const rows = {
    highestNumber: async () => 6,
    numbers: async () => '',
  }
  const candidateReader = {
    numbersOf: () => contained.shift()?.() ?? Promise.reject(new Error('asked too often')),
  }
  const setOf = createBitmaps(rows, candidateReader, 100)
  const source = { candidates: sql<{ number: number }>`select 1`, conditions: undefined }
  await expect(setOf('key', 1, source)).rejects.toThrow('the reader thread has ended')
  const set = await setOf('key', 1, source)
  expect([3, 4, 5].filter((number) => hasNumber(set, number))).toEqual([3, 5])
  expect(await setOf('key', 1, source)).toBe(set)
})
