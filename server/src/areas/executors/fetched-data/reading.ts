import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '#platform/processes/start-program'
import type { ReadingOrder, ReadingResults } from './reading.worker.ts'

export type Reading = ReturnType<typeof createReading>

/** A slow disk of one run holds up only some of the others. */
const maxThreads = 2

/** Threads that read and hash, which start with the first order and again after a crash. */
export function createReading() {
  const threads: (ReturnType<typeof createThread> | undefined)[] = Array.from({ length: maxThreads }, () => undefined)
  let isClosed = false
  return {
    async do<Kind extends keyof ReadingResults>(order: ReadingOrder & { kind: Kind }): Promise<ReadingResults[Kind]> {
      if (isClosed) throw new Error('the server ends')
      const counts = threads.map((thread) => thread?.waiting() ?? 0)
      const position = counts.indexOf(Math.min(...counts))
      const thread = (threads[position] ??= createThread(() => void (threads[position] = undefined)))
      return (await thread.do(order)) as ReadingResults[Kind]
    },
    async close(): Promise<void> {
      isClosed = true
      await Promise.all(threads.flatMap((thread) => (thread === undefined ? [] : [thread.end()])))
    },
  }
}

function createThread(onEnd: () => void) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const worker: Worker = startThread(new URL('./reading.worker.ts', import.meta.url))
  let count = 0
  worker.on('message', ({ id, result, problem }: { id: number; result?: unknown; problem?: string }) => {
    const order = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (problem === undefined) order?.resolve(result)
    else order?.reject(new Error(problem))
  })
  const fail = (error: unknown) => {
    onEnd()
    for (const order of waiting.values()) order.reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('a thread that reads files has ended')))
  return {
    waiting: () => waiting.size,
    do(order: ReadingOrder): Promise<unknown> {
      const outcome = Promise.withResolvers<unknown>()
      const id = (count += 1)
      waiting.set(id, outcome)
      worker.ref()
      worker.postMessage({ id, order })
      return outcome.promise
    },
    end: () => endThread(worker),
  }
}
