import { expect, test, vi } from 'vitest'
import { sumUploads } from './upload-totals.ts'
import { createUploads } from './uploads.ts'
import type { PackEvents, TransferEvents } from './upload-state.ts'

function make(parallel = 2) {
  const running = new Map<string, TransferEvents>()
  const finished: string[] = []
  const uploads = createUploads({
    parallel,
    period: 0,
    now: () => performance.now(),
    text: (problem) => String(problem),
    packed: 0,
    sendPack: () => Promise.reject(new Error('nothing is packed')),
    send: (_file, { path }, events) => {
      running.set(path, events)
      const end = (how: string) => () => {
        running.delete(path)
        finished.push(`${how} ${path}`)
        return Promise.resolve()
      }
      return Promise.resolve({ pause: end('pause'), cancel: end('cancel') })
    },
  })
  const statuses = () => Object.fromEntries(uploads.store.getState().uploads.map(({ path, status }) => [path, status]))
  const add = (...paths: string[]) =>
    uploads.add(
      's',
      paths.map((path) => ({ file: new File(['12345'], path), path, size: 5 })),
    )
  return { uploads, running, finished, statuses, add }
}

test('at most the given number is sent at once, and the next begins when one is done', async () => {
  const { running, statuses, add } = make()
  add('a', 'b', 'c')
  expect([...running.keys()]).toEqual(['a', 'b'])
  running.get('a')?.onDone(null)
  await vi.waitFor(() => expect(statuses()).toEqual({ a: 'done', b: 'sending', c: 'sending' }))
})

test('a failed one says why, and goes on by hand', async () => {
  const { uploads, running, statuses, add } = make()
  add('a')
  running.get('a')?.onFailed('no room')
  await vi.waitFor(() =>
    expect(uploads.store.getState().uploads[0]).toMatchObject({ status: 'failed', problem: 'no room' }),
  )
  uploads.retry()
  await vi.waitFor(() => expect(statuses()).toEqual({ a: 'sending' }))
})

test('a paused one keeps what arrived and makes room; what comes after the pause is not believed', async () => {
  const { uploads, running, finished, statuses, add } = make(1)
  add('a', 'b')
  const late = running.get('a')
  late?.onProgress(3)
  uploads.pause([1])
  late?.onDone(null)
  await vi.waitFor(() => expect(statuses()).toEqual({ a: 'paused', b: 'sending' }))
  await vi.waitFor(() => expect(finished).toEqual(['pause a']))
  expect(sumUploads(uploads.store.getState().uploads)).toMatchObject({ sent: 3, size: 10, paused: 1, active: 1 })
})

test('a cancelled one is gone, here and on the server; done ones are cleared', async () => {
  const { uploads, running, finished, statuses, add } = make()
  add('a', 'b')
  running.get('b')?.onDone(null)
  uploads.cancel([1])
  uploads.clear()
  await vi.waitFor(() => expect(statuses()).toEqual({}))
  await vi.waitFor(() => expect(finished).toEqual(['cancel a']))
})

function makePacks() {
  const packs: { paths: string[]; events: PackEvents; finished: boolean }[] = []
  const settled: [string, number][] = []
  const forgotten: string[] = []
  const uploads = createUploads({
    parallel: 1,
    period: 0,
    now: () => performance.now(),
    text: (problem) => String(problem),
    memory: {
      settled: (batch, indexes) => void settled.push(...indexes.map((index): [string, number] => [batch, index])),
      forget: (batch) => void forgotten.push(batch),
    },
    send: () => Promise.reject(new Error('nothing goes alone')),
    sendPack: (files, events) => {
      const pack = { paths: files.map(({ path }) => path), events, finished: false }
      packs.push(pack)
      const end = () => Promise.resolve(void (pack.finished = true))
      return Promise.resolve({ pause: end, cancel: end })
    },
  })
  const add = (sizes: Readonly<Record<string, number>>) =>
    uploads.add(
      's',
      Object.entries(sizes).map(([path, size]) => ({ file: new File([], path), path, size })),
      'b',
    )
  const statuses = () => Object.fromEntries(uploads.store.getState().uploads.map(({ path, status }) => [path, status]))
  const takenResult = (path: string) => ({ path, outcome: 'taken', equals: null, message: null }) as const
  return { uploads, packs, settled, forgotten, add, statuses, taken: takenResult }
}

test('small files go together up to the size of a pack, each with its own end', async () => {
  const { packs, settled, forgotten, uploads, add, statuses, taken: takenResult } = makePacks()
  const size = 3 * 1024 * 1024
  add({ a: size, b: size, c: size, d: size })
  expect(packs.map(({ paths }) => paths)).toEqual([['a', 'b']])
  packs[0]?.events.onDone([takenResult('a'), { path: 'b', outcome: 'failed', equals: null, message: 'refused' }])
  await vi.waitFor(() => expect(statuses()).toEqual({ a: 'done', b: 'failed', c: 'sending', d: 'sending' }))
  packs[1]?.events.onDone([takenResult('c'), takenResult('d')])
  await vi.waitFor(() =>
    expect(settled).toEqual([
      ['b', 0],
      ['b', 2],
      ['b', 3],
    ]),
  )
  expect(forgotten).toEqual([])
  uploads.retry()
  packs[2]?.events.onDone([takenResult('b')])
  await vi.waitFor(() => expect(forgotten).toEqual(['b']))
})

test('a small one that is cancelled lets the others of its pack be sent again', async () => {
  const { packs, uploads, add, statuses } = makePacks()
  add({ a: 1, b: 1, c: 1 })
  expect(packs[0]?.paths).toEqual(['a', 'b', 'c'])
  uploads.cancel([2])
  expect(packs[1]?.paths).toEqual(['a', 'c'])
  await vi.waitFor(() => expect(packs[0]?.finished).toBe(true))
  packs[0]?.events.onDone([])
  await vi.waitFor(() => expect(statuses()).toEqual({ a: 'sending', c: 'sending' }))
})

test('ten thousand small files are begun, paused, resumed and ended within a second of work', () => {
  const { packs, uploads, add, taken: takenResult } = makePacks()
  const start = process.threadCpuUsage()
  add(Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`${number}`, 200_000])))
  uploads.pause()
  uploads.resume()
  for (let done = 0; done < packs.length; done += 1)
    packs[done]?.events.onDone((packs[done]?.paths ?? []).map(takenResult))
  expect(packs.length).toBeGreaterThanOrEqual(240)
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(3_000)
})
