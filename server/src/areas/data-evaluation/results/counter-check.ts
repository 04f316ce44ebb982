import { counterCheck, type Check } from '#platform/checks/checks'
import type { ResultStore } from './result-store.ts'
import type { EvaluationStore } from '../store.ts'

export function evaluationCounterCheck(store: EvaluationStore, results: ResultStore): Check {
  return counterCheck({
    id: 'evaluation-counters',
    async compare() {
      const images = new Map((await results.imageCounts()).map((row) => [row.evaluationId, row]))
      const failures = new Map((await results.failureCounts()).map((row) => [row.evaluationId, row.failed]))
      return (await store.counters()).map(({ id, images: listed, ...stored }) => {
        const counted = images.get(id)
        return {
          id,
          stored: { ...stored, ...(listed === null ? {} : { images: listed }) },
          counted: {
            done: counted?.done ?? 0,
            scored: counted?.scored ?? 0,
            failed: failures.get(id) ?? 0,
            ...(listed === null ? {} : { images: counted?.images ?? 0 }),
          },
        }
      })
    },
    set: ({ id, counted }) => store.update(id, counted),
  })
}
