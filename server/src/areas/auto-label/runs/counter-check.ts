import { counterCheck, type Check } from '#platform/checks/checks'
import type { RunImageStore } from './image-store.ts'
import type { RunStore } from './run-store.ts'

export function runCounterCheck(runs: RunStore, images: RunImageStore): Check {
  return counterCheck({
    id: 'auto-label-counters',
    async compare() {
      const counts = new Map((await images.counts()).map(({ runId, ...counted }) => [runId, counted]))
      return (await runs.counters()).map(({ id, ...stored }) => ({
        id,
        stored,
        counted: counts.get(id) ?? { done: 0, suggested: 0, failed: 0 },
      }))
    },
    set: ({ id, counted }) => runs.update(id, counted),
  })
}
