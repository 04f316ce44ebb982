import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '#platform/processes/start-program'
import type { VectorIndex } from './vector-index.ts'
import type { VectorCalls, VectorReply, VectorRequest } from './vectors.worker.ts'

/** Milliseconds without work after which the thread and its memory are released. */
const idleTime = 5 * 60_000

interface Options {
  readonly folder: string
  /** A power of two, at least 128. */
  readonly dimensions: number
}

/** The thread starts with the first call and ends when idle. */
export function createThreadedVectors(options: Options): VectorIndex {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let thread: Worker | undefined
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined
  let lastNumber = 0

  function start(): Worker {
    const worker = startThread(new URL('./vectors.worker.ts', import.meta.url), { workerData: options })
    worker.on('message', ({ number, result, problem }: VectorReply) => {
      const waiting = pending.get(number)
      pending.delete(number)
      if (problem === undefined) waiting?.resolve(result)
      else waiting?.reject(new Error(problem))
      if (pending.size === 0) restIn(worker)
    })
    const fail = (error: Error) => {
      if (thread === worker) thread = undefined
      for (const waiting of pending.values()) waiting.reject(error)
      pending.clear()
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the thread of the vectors has ended')))
    return worker
  }

  function restIn(worker: Worker): void {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      if (pending.size > 0 || thread !== worker) return
      thread = undefined
      void endThread(worker)
    }, idleTime)
    idleTimer.unref()
  }

  type Result<Call extends keyof VectorCalls> = ReturnType<VectorCalls[Call]>
  function ask<Call extends keyof VectorCalls>(call: Call, ...input: Parameters<VectorCalls[Call]>) {
    // A caller with an outdated index would create an empty one.
    if (isClosed) return Promise.reject<Result<Call>>(new Error('another embedder serves by now'))
    thread ??= start()
    const number = ++lastNumber
    const waiting = Promise.withResolvers<unknown>()
    pending.set(number, waiting)
    thread.postMessage({ number, call, input } satisfies VectorRequest)
    return waiting.promise as Promise<Result<Call>>
  }

  return {
    put: (entries) => ask('put', entries),
    remove: (slots) => ask('remove', slots),
    search: (vector, search) => ask('search', vector, search),
    get: (slot) => ask('get', slot),
    read: (slots) => ask('read', slots),
    slots: () => ask('slots'),
    async close() {
      clearTimeout(idleTimer)
      const last = thread
      const closed = last === undefined ? undefined : ask('close')
      isClosed = true
      if (last === undefined) return
      await closed
      thread = undefined
      await endThread(last)
    },
  }
}
