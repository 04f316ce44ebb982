import { expect, test } from 'vitest'
import { collectReads } from './collected-reads.ts'

test('what is asked for at once is read together, each key once, and each later read is a new one', async () => {
  const reads: (readonly number[])[] = []
  const read = collectReads<number, string>(async (keys) => {
    reads.push(keys)
    return new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`]))
  })
  const later = Promise.resolve().then(() => Promise.resolve().then(() => read(3)))
  expect(await Promise.all([read(1), read(2), read(1), read(-1), later])).toEqual([
    'value 1',
    'value 2',
    'value 1',
    undefined,
    'value 3',
  ])
  expect(await read(1)).toBe('value 1')
  expect(reads).toEqual([[1, 2, -1, 3], [1]])
})

test('whoever asks for what cannot be read is told, and the next read goes on', async () => {
  let isClosed = true
  const read = collectReads<number, number>(async (keys) => {
    if (isClosed) throw new Error('the database is closed')
    return new Map(keys.map((key) => [key, key]))
  })
  const results = await Promise.allSettled([read(1), read(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isClosed = false
  expect(await read(3)).toBe(3)
})
