import { expect, test, vi } from 'vitest'
import { placedAfter, placedList } from './indexed-list.ts'
import { createWindows, type WindowAnswer } from './windows.ts'

const keyOf = (item: number) => `${item}`

/** A row of the numbers below `total`, answered when told to. */
function row(total: number, { tells = true }: { tells?: boolean } = {}) {
  const asked: { offset: number; signal: AbortSignal; answer: () => void; fail: (problem: Error) => void }[] = []
  const load = (offset: number, limit: number, signal: AbortSignal) =>
    new Promise<WindowAnswer<number>>((resolve, reject) => {
      const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, step) => offset + step)
      const answer = () => resolve({ items, total: tells ? total : null })
      asked.push({ offset, signal, answer, fail: reject })
    })
  const answerAll = async () => {
    for (const one of asked.splice(0)) one.answer()
    await vi.waitFor(() => undefined)
  }
  return { load, asked, answerAll }
}

test('R2.28 what is in view is asked for by its place, and what is scrolled past before it came is given up', async () => {
  const { load, asked, answerAll } = row(1_000_000)
  const windows = createWindows({ keyOf, load })
  windows.placed().want(0, 60)
  await answerAll()
  expect(windows.state().total).toBe(1_000_000)
  expect(windows.placed().at(42)).toBe(42)

  windows.placed().want(500_000, 500_060)
  expect(asked.map(({ offset }) => offset)).toEqual([499_800, 500_000])
  const [before] = asked
  windows.placed().want(900_100, 900_120)
  expect(before?.signal.aborted).toBe(true)
  expect(asked.at(-1)?.offset).toBe(900_000)
  await answerAll()
  expect(windows.placed().at(900_100)).toBe(900_100)
  expect(windows.placed().at(500_000)).toBeUndefined()
  expect(windows.placed().placeOf('900100')).toBe(900_100)
  expect(windows.placed().placeOf('7000')).toBe(-1)
})

test('R2.28 windows are kept up to a bound; those in view stay', async () => {
  const { load, answerAll, asked } = row(100_000)
  const windows = createWindows({ keyOf, load, size: 100, most: 5 })
  for (let place = 50; place < 2_000; place += 100) {
    windows.placed().want(place, place + 1)
    await answerAll()
  }
  expect(windows.placed().at(1_950)).toBe(1_950)
  expect(windows.placed().at(50)).toBeUndefined()
  windows.placed().want(50, 51)
  expect(asked.map(({ offset }) => offset)).toEqual([0])
})

test('R2.28 what changed is shown as it was until the new answer comes, and a shorter row ends where it ends', async () => {
  let total = 450
  const load = (offset: number, limit: number) =>
    Promise.resolve({
      items: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, step) => offset + step),
      total: null,
    })
  const count = vi.fn<() => Promise<number>>(() => Promise.resolve(total))
  const windows = createWindows({ keyOf, load, count })
  windows.placed().want(0, 40)
  await vi.waitFor(() => expect(windows.state()).toMatchObject({ total: 450, exact: true }))
  expect(count).toHaveBeenCalledTimes(1)
  total = 30
  windows.refresh()
  expect(windows.placed().at(40)).toBe(40)
  await vi.waitFor(() => expect(windows.state()).toMatchObject({ total: 30, exact: true }))
  expect(windows.placed().at(40)).toBeUndefined()
})

test('R8.06 a window that fails leaves the others, says why, and is asked for again', async () => {
  const { load, asked, answerAll } = row(1_000)
  const windows = createWindows({ keyOf, load })
  windows.placed().want(0, 10)
  await answerAll()
  windows.placed().want(600, 610)
  asked.at(-1)?.fail(new Error('away'))
  await vi.waitFor(() => expect(windows.state().problem).toEqual(new Error('away')))
  expect(windows.placed().at(5)).toBe(5)
  asked.length = 0
  windows.refresh()
  await answerAll()
  expect(windows.state().problem).toBeNull()
  expect(windows.placed().at(605)).toBe(605)
})

test('R2.28 a range is brought whole, over the border of windows and of two rows', async () => {
  const load = (offset: number, limit: number) =>
    Promise.resolve({ items: Array.from({ length: limit }, (_, step) => offset + step), total: 10_000 })
  const windows = createWindows({ keyOf, load })
  windows.placed().want(0, 10)
  await vi.waitFor(() => expect(windows.state().total).toBe(10_000))
  expect(await windows.placed().bring(150, 1_849)).toEqual(Array.from({ length: 1_700 }, (_, step) => 150 + step))
  const both = placedAfter(placedList([-3, -2, -1], keyOf), windows.placed())
  expect(both.count).toBe(10_003)
  expect([both.at(0), both.at(2), both.at(3), both.placeOf('-1'), both.placeOf('5')]).toEqual([-3, -1, 0, 2, 8])
  expect(await both.bring(1, 5)).toEqual([-2, -1, 0, 1, 2])
})
