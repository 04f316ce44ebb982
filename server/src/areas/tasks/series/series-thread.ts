import { Worker } from 'node:worker_threads'
import { endThread } from '#platform/end-thread'
import type { SeriesAnswers, SeriesQuestion } from './series.worker.ts'

/** Asks the thread that reads metrics; it starts with the first question, and anew when it has ended. */
export function createSeriesThread() {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let worker: Worker | undefined
  let questions = 0

  function start(): Worker {
    const started = new Worker(new URL('./series.worker.ts', import.meta.url))
    started.on('message', ({ id, answer, problem }: { id: number; answer?: unknown; problem?: string }) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (problem === undefined) asked?.resolve(answer)
      else asked?.reject(new Error(problem))
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('the thread that reads metrics has ended')))
    started.unref()
    return started
  }

  function fail(ended: Worker, error: unknown): void {
    if (worker === ended) worker = undefined
    for (const asked of waiting.values()) asked.reject(error)
    waiting.clear()
  }

  return {
    ask<Kind extends keyof SeriesAnswers>(question: SeriesQuestion & { kind: Kind }): Promise<SeriesAnswers[Kind]> {
      const answer = Promise.withResolvers<unknown>()
      const id = (questions += 1)
      waiting.set(id, answer)
      worker ??= start()
      worker.ref()
      worker.postMessage({ id, question })
      return answer.promise.finally(() => waiting.size === 0 && worker?.unref()) as Promise<SeriesAnswers[Kind]>
    },
    close: () => endThread(worker),
  }
}
export type SeriesThread = ReturnType<typeof createSeriesThread>
