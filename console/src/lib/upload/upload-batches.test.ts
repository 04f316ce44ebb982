import type { UploadReport } from '@vermilion/contract/files'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../http/client.ts'
import { reportBatches } from './upload-batches.ts'
import { createUploads } from './uploads.ts'
import type { TransferEvents } from './upload-state.ts'

function make() {
  const running = new Map<string, TransferEvents>()
  const reports: UploadReport[] = []
  const stopped: string[] = []
  const server = { away: false, stops: false }
  const transfer = { pause: () => Promise.resolve(), cancel: () => Promise.resolve() }
  const uploads = createUploads({
    period: 0,
    now: () => performance.now(),
    text: String,
    packed: 0,
    sendPack: () => Promise.reject(new Error('nothing is packed')),
    send: (_file, { path }, events) => {
      running.set(path, events)
      return Promise.resolve(transfer)
    },
  })
  const batches = reportBatches({
    uploads,
    period: 1,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
    stop: (batch) => Promise.resolve(stopped.push(batch)),
    report: (_batch, report) => {
      if (server.away) return Promise.reject(new ApiError({ code: 0, error: 'network', message: '', requestId: '' }))
      reports.push(report)
      return Promise.resolve({ stopped: server.stops })
    },
  })
  const add = (...paths: string[]) => {
    const files = paths.map((path) => ({ file: new File(['12345'], path), path, size: 5 }))
    uploads.add('s', files)
  }
  return { uploads, batches, running, reports, stopped, server, add }
}

test('the server hears how far files are that were chosen together, and how they ended', async () => {
  const { uploads, running, reports, add } = make()
  add('a', 'b')
  running.get('a')?.onDone(null)
  running.get('b')?.onProgress(3)
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({ files: 2, bytes: 10, doneFiles: 1, doneBytes: 8, state: 'sending' }),
  )
  // Cleared uploads stay in the totals, which never decrease.
  uploads.clear()
  running.get('b')?.onFailed('no room')
  await vi.waitFor(() =>
    expect(reports.at(-1)).toMatchObject({ files: 2, doneFiles: 1, failedFiles: 1, state: 'ended' }),
  )
})

test('what could not be told while the server was away is told later', async () => {
  const { running, reports, server, add } = make()
  server.away = true
  add('a')
  running.get('a')?.onProgress(2)
  await new Promise((resolve) => void setTimeout(resolve, 20))
  server.away = false
  await vi.waitFor(() => expect(reports.at(-1)).toMatchObject({ doneBytes: 2 }))
})

test('cancelled here it is stopped there, and stopped there it is cancelled here', async () => {
  const mine = make()
  mine.add('a')
  await vi.waitFor(() => expect(mine.reports).toHaveLength(1))
  mine.uploads.cancel()
  await vi.waitFor(() => expect(mine.stopped).toHaveLength(1))

  const theirs = make()
  theirs.server.stops = true
  theirs.add('a')
  await vi.waitFor(() => expect(theirs.uploads.store.getState().uploads).toEqual([]))
})

test('a session that ends holds uploads up, and the next one goes on with them', async () => {
  const { uploads, running, add } = make()
  add('a')
  running.get('a')?.onHeld()
  await vi.waitFor(() => expect(uploads.store.getState().uploads[0]?.status).toBe('paused'))
  uploads.release()
  await vi.waitFor(() => expect(uploads.store.getState().uploads[0]?.status).toBe('sending'))
})

test('a page that is left says so of what it has not finished', async () => {
  const { batches, reports, add } = make()
  add('a')
  await vi.waitFor(() => expect(reports).toHaveLength(1))
  batches.leave()
  expect(reports.at(-1)).toMatchObject({ state: 'interrupted' })
})
