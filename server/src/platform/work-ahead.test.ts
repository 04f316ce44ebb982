import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workAhead } from './work-ahead.ts'

test('the work on an item has begun before the result of the one before is used, and no further', async () => {
  const started: number[] = []
  const used: [number, number][] = []
  const work = async (item: number) => {
    started.push(item)
    await wait(1)
    return item * 10
  }
  for await (const result of workAhead([1, 2, 3, 4], work)) used.push([result, started.length])
  expect(used).toEqual([
    [10, 2],
    [20, 3],
    [30, 4],
    [40, 4],
  ])
})

test('who stops early waits for the work under way, whose failure is nobody’s', async () => {
  let isEnded = false
  const work = async (item: number) => {
    if (item === 1) return item
    await wait(5)
    isEnded = true
    throw new Error('too late')
  }
  for await (const result of workAhead([1, 2], work)) {
    expect(result).toBe(1)
    break
  }
  expect(isEnded).toBe(true)
})

test('what fails is thrown in its turn', async () => {
  const results: number[] = []
  const work = async (item: number) => {
    if (item === 2) throw new Error('the second')
    return item
  }
  const all = async () => {
    for await (const result of workAhead([1, 2, 3], work)) results.push(result)
  }
  await expect(all()).rejects.toThrow('the second')
  expect(results).toEqual([1])
})

test('as many as asked for are worked on at once, in order, and nothing is left behind by a failure', async () => {
  let [running, most, finished] = [0, 0, 0]
  const work = async (item: number) => {
    most = Math.max(most, (running += 1))
    await wait(item % 3)
    running -= 1
    finished += 1
    if (item === 12) throw new Error('the twelfth')
    return item
  }
  const results: number[] = []
  const all = async () => {
    for await (const result of workAhead(Array(50).keys(), work, 7)) results.push(result)
  }
  await expect(all()).rejects.toThrow('the twelfth')
  expect(results).toEqual([...Array(12).keys()])
  expect([most, running, finished]).toEqual([8, 0, 20])
})
