import { setImmediate as breath } from 'node:timers/promises'
import { spacePurged } from '#areas/spaces'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { ResultStore } from '../results/result-store.ts'
import type { EvaluationStore } from '../store.ts'

interface Payload {
  readonly evaluationId: string
}

const removeEvaluation = jobKind<Payload>('remove-data-evaluation')
/** Rows per statement, few enough not to block others. */
const rowsAtOnce = 2_000

interface Needs extends Pick<Platform, 'clock' | 'events' | 'jobs'> {
  readonly store: EvaluationStore
  readonly results: ResultStore
}

export function registerRemoval({ clock, events, jobs, store, results }: Needs) {
  jobs.register(removeEvaluation, {
    async run({ payload: { evaluationId }, signal }) {
      while (await results.removeSome(evaluationId, rowsAtOnce)) {
        signal.throwIfAborted()
        await breath()
      }
      return async () => void (await store.remove(evaluationId))
    },
  })

  /** Call inside a transaction. */
  async function remove(evaluationId: string): Promise<void> {
    await store.update(evaluationId, { deletedAt: clock.time() })
    await jobs.enqueue(removeEvaluation, evaluationId, { evaluationId })
  }

  events.listen(spacePurged, async ({ spaceId }) => {
    for (const { id } of await store.idsOfSpace(spaceId)) await remove(id)
  })

  return remove
}
