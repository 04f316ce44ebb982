import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createStartTurns } from './start-turns.ts'

test('a turn begins when those before it in its pool have ended, and at once when it is interrupted', async () => {
  const takeTurn = createStartTurns()
  const [first, second, third, other] = [takeTurn('one'), takeTurn('one'), takeTurn('one'), takeTurn('two')]
  const order: string[] = []
  const stop = new AbortController()
  const begin = async (name: string, turn: typeof first, signal = new AbortController().signal) => {
    await turn.begin(signal)
    order.push(name)
  }
  const waiting = [begin('third', third, stop.signal), begin('second', second)]
  await Promise.all([begin('first', first), begin('other', other)])
  await sleep(20)
  expect(order.toSorted()).toEqual(['first', 'other'])
  stop.abort()
  await waiting[0]
  expect(order.at(-1)).toBe('third')
  first.end()
  await waiting[1]
  expect(order.at(-1)).toBe('second')
})
