import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '#platform/processes/start-program'
import type { SeriesAnswers, SeriesQuestion } from './series.worker.ts'

/** A client of the metrics thread, which starts with the first request and again after a crash. */
export function createSeriesThread() {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let worker: Worker | undefined
  let questions = 0
  let closed = false

  function start(): Worker {
    const started = startThread(new URL('./series.worker.ts', import.meta.url))
    started.on('message', ({ id, answer, problem }: { id: number; answer?: unknown; problem?: string }) => {
      const request = waiting.get(id)
      waiting.delete(id)
      if (problem === undefined) request?.resolve(answer)
      else request?.reject(new Error(problem))
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('the thread that reads metrics has ended')))
    started.unref()
    return started
  }

  function fail(finished: Worker, error: unknown): void {
    if (worker !== finished) return
    worker = undefined
    for (const request of waiting.values()) request.reject(error)
    waiting.clear()
  }

  return {
    async ask<Kind extends keyof SeriesAnswers>(
      question: SeriesQuestion & { kind: Kind },
    ): Promise<SeriesAnswers[Kind]> {
      if (closed) throw new Error('the server ends')
      const response = Promise.withResolvers<unknown>()
      const id = (questions += 1)
      waiting.set(id, response)
      worker ??= start()
      worker.ref()
      worker.postMessage({ id, question })
      const done = response.promise.finally(() => waiting.size === 0 && worker?.unref())
      return (await done) as SeriesAnswers[Kind]
    },
    close(): Promise<void> {
      closed = true
      return endThread(worker)
    },
  }
}
