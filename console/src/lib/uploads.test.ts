import { expect, test, vi } from 'vitest'
import { createUploads, sumUploads, type TransferEvents } from './uploads.ts'

/** A queue whose transfers the test moves by hand. */
function make(parallel = 2) {
  const running = new Map<string, TransferEvents>()
  const ended: string[] = []
  const uploads = createUploads({
    parallel,
    period: 0,
    now: () => performance.now(),
    words: (problem) => String(problem),
    send: (_file, { path }, events) => {
      running.set(path, events)
      const end = (how: string) => () => {
        running.delete(path)
        ended.push(`${how} ${path}`)
        return Promise.resolve()
      }
      return Promise.resolve({ pause: end('pause'), cancel: end('cancel') })
    },
  })
  const statuses = () => Object.fromEntries(uploads.store.getState().uploads.map(({ path, status }) => [path, status]))
  const add = (...paths: string[]) =>
    uploads.add(
      's',
      paths.map((path) => ({ file: new File(['12345'], path), path })),
    )
  return { uploads, running, ended, statuses, add }
}

test('at most the given number is sent at once, and the next begins when one is done', async () => {
  const { running, statuses, add } = make()
  add('a', 'b', 'c')
  expect([...running.keys()]).toEqual(['a', 'b'])
  running.get('a')?.onDone()
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
  const { uploads, running, ended, statuses, add } = make(1)
  add('a', 'b')
  const late = running.get('a')
  late?.onProgress(3)
  uploads.pause([1])
  late?.onDone()
  await vi.waitFor(() => expect(statuses()).toEqual({ a: 'paused', b: 'sending' }))
  await vi.waitFor(() => expect(ended).toEqual(['pause a']))
  expect(sumUploads(uploads.store.getState().uploads)).toMatchObject({ sent: 3, size: 10, paused: 1, active: 1 })
})

test('a cancelled one is gone, here and on the server; done ones are cleared', async () => {
  const { uploads, running, ended, statuses, add } = make()
  add('a', 'b')
  running.get('b')?.onDone()
  uploads.cancel([1])
  uploads.clear()
  await vi.waitFor(() => expect(statuses()).toEqual({}))
  await vi.waitFor(() => expect(ended).toEqual(['cancel a']))
})
