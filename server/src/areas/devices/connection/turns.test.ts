import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('no more run at once than may, in the order in which they came, except for those that are in a runNow', async () => {
  const turns = createTurns(2)
  const started: string[] = []
  const start = async (key: string) => {
    const finish = await turns.take(key)
    started.push(key)
    return finish
  }
  const [first, second] = await Promise.all([start('a'), start('b')])
  const waiting = ['c', 'd', 'e'].map(start)
  await Promise.resolve()
  expect(started).toEqual(['a', 'b'])
  turns.runNow('e')
  turns.runNow('f')
  const finishes = [await waiting[2], await start('f')]
  expect(started).toEqual(['a', 'b', 'e', 'f'])
  for (const finish of finishes) finish?.()
  await Promise.resolve()
  expect(started).toHaveLength(4)
  first()
  first()
  const third = await waiting[0]
  expect(started).toEqual(['a', 'b', 'e', 'f', 'c'])
  second()
  await waiting[1]
  third?.()
  expect(started.at(-1)).toBe('d')
})
