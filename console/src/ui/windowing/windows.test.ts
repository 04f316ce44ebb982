import { expect, test, vi } from 'vitest'
import { placedAfter, placedList } from './indexed-list.ts'
import { createWindows, type WindowAnswer } from './windows.ts'

const keyOf = (item: number) => `${item}`

function row(total: number, { tells = true }: { tells?: boolean } = {}) {
  const requests: { offset: number; signal: AbortSignal; respond: () => void; fail: (problem: Error) => void }[] = []
  const load = (offset: number, limit: number, signal: AbortSignal) =>
    new Promise<WindowAnswer<number>>((resolve, reject) => {
      const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, step) => offset + step)
      const respond = () => resolve({ items, total: tells ? total : null })
      requests.push({ offset, signal, respond, fail: reject })
    })
  const answerAll = async () => {
    for (const one of requests.splice(0)) one.respond()
    await vi.waitFor(() => undefined)
  }
  return { load, requests, answerAll }
}

test('R2.28 what is in view is asked for by its place, and what is scrolled past before it came is given up', async () => {
  const { load, requests, answerAll } = row(1_000_000)
  const windows = createWindows({ keyOf, load })
  windows.list().want(0, 60)
  await answerAll()
  expect(windows.state().total).toBe(1_000_000)
  expect(windows.list().at(42)).toBe(42)

  windows.list().want(500_000, 500_060)
  expect(requests.map(({ offset }) => offset)).toEqual([499_800, 500_000])
  const [first] = requests
  windows.list().want(900_100, 900_120)
  expect(first?.signal.aborted).toBe(true)
  expect(requests.at(-1)?.offset).toBe(900_000)
  await answerAll()
  expect(windows.list().at(900_100)).toBe(900_100)
  expect(windows.list().at(500_000)).toBeUndefined()
  expect(windows.list().indexOf('900100')).toBe(900_100)
  expect(windows.list().indexOf('7000')).toBe(-1)
})

test('R2.28 windows are kept up to a bound; those in view stay', async () => {
  const { load, answerAll, requests } = row(100_000)
  const windows = createWindows({ keyOf, load, size: 100, maxWindows: 5 })
  for (let index = 50; index < 2_000; index += 100) {
    windows.list().want(index, index + 1)
    await answerAll()
  }
  expect(windows.list().at(1_950)).toBe(1_950)
  expect(windows.list().at(50)).toBeUndefined()
  windows.list().want(50, 51)
  expect(requests.map(({ offset }) => offset)).toEqual([0])
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
  windows.list().want(0, 40)
  await vi.waitFor(() => expect(windows.state()).toMatchObject({ total: 450, exact: true }))
  expect(count).toHaveBeenCalledTimes(1)
  total = 30
  windows.refresh()
  expect(windows.list().at(40)).toBe(40)
  await vi.waitFor(() => expect(windows.state()).toMatchObject({ total: 30, exact: true }))
  expect(windows.list().at(40)).toBeUndefined()
})

test('R8.06 a window that fails leaves the others, says why, and is asked for again', async () => {
  const { load, requests, answerAll } = row(1_000)
  const windows = createWindows({ keyOf, load })
  windows.list().want(0, 10)
  await answerAll()
  windows.list().want(600, 610)
  requests.at(-1)?.fail(new Error('away'))
  await vi.waitFor(() => expect(windows.state().problem).toEqual(new Error('away')))
  expect(windows.list().at(5)).toBe(5)
  requests.length = 0
  windows.refresh()
  await answerAll()
  expect(windows.state().problem).toBeNull()
  expect(windows.list().at(605)).toBe(605)
})

test('news while an answer is under way let it come, and ask once more behind it', async () => {
  const { load, requests, answerAll } = row(1_000)
  const windows = createWindows({ keyOf, load })
  windows.list().want(0, 10)
  for (let round = 0; round < 5; round += 1) windows.refresh('show')
  expect(requests).toHaveLength(1)
  const [first] = requests
  await answerAll()
  expect(first?.signal.aborted).toBe(false)
  expect(windows.list().at(5)).toBe(5)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await answerAll()
  expect(windows.state()).toMatchObject({ total: 1_000, exact: true })
  expect(requests).toHaveLength(0)
})

test('R2.28 a range is brought whole, over the border of windows and of two rows', async () => {
  const load = (offset: number, limit: number) =>
    Promise.resolve({ items: Array.from({ length: limit }, (_, step) => offset + step), total: 10_000 })
  const windows = createWindows({ keyOf, load })
  windows.list().want(0, 10)
  await vi.waitFor(() => expect(windows.state().total).toBe(10_000))
  expect(await windows.list().bring(150, 1_849)).toEqual(Array.from({ length: 1_700 }, (_, step) => 150 + step))
  const both = placedAfter(placedList([-3, -2, -1], keyOf), windows.list())
  expect(both.count).toBe(10_003)
  expect([both.at(0), both.at(2), both.at(3), both.indexOf('-1'), both.indexOf('5')]).toEqual([-3, -1, 0, 2, 8])
  expect(await both.bring(1, 5)).toEqual([-2, -1, 0, 1, 2])
})
