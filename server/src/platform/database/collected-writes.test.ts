import { expect, test } from 'vitest'
import { collectWrites } from './collected-writes.ts'

test('the first item is written at once, those that follow together, no more than so many and in their order', async () => {
  const written: number[][] = []
  const write = collectWrites<number>(async (items) => void written.push([...items]), { maxItems: 3, intervalMs: 200 })
  await write(0)
  await Promise.all([1, 2, 3, 4, 5].map(write))
  expect(written).toEqual([[0], [1, 2, 3], [4, 5]])
})

test('whoever waits for a write that fails is told, and the next write goes on', async () => {
  let isFull = true
  const write = collectWrites<number>(
    async () => {
      if (isFull) throw new Error('the disk is full')
    },
    { maxItems: 2, intervalMs: 1 },
  )
  const results = await Promise.allSettled([write(1), write(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isFull = false
  await expect(write(3)).resolves.toBeUndefined()
})
