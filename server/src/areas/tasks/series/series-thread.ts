import { createThreads } from '#platform/processes/thread-calls'
import type { SeriesAnswers, SeriesQuestion } from './series.worker.ts'

/** A client of the metrics thread. */
export function createSeriesThread() {
  const threads = createThreads(new URL('./series.worker.ts', import.meta.url), 1)
  return {
    ask: async <Kind extends keyof SeriesAnswers>(question: SeriesQuestion & { kind: Kind }) =>
      (await threads.call(question)) as SeriesAnswers[Kind],
    close: threads.close,
  }
}
