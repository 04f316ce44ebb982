import { setImmediate as breath } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('R1.08 a long list lets requests have their turn every few milliseconds', async () => {
  const items = Array.from({ length: 30 }, (_, index) => index)
  let isOver = false
  let others = 0
  const requests = (async () => {
    while (!isOver) {
      await breath()
      others += 1
    }
  })()
  const visited: number[] = []
  for await (const item of inTurns(items)) {
    visited.push(item)
    const until = performance.now() + 5
    while (performance.now() < until);
  }
  isOver = true
  await requests
  expect(visited).toEqual(items)
  expect(others).toBeGreaterThanOrEqual(items.length - 1)
})
