import type { Platform } from '#platform/platform'
import { type EvaluationRow, type EvaluationStore, evaluationStatus } from './evaluation-store.ts'

interface Needs extends Pick<Platform, 'clock' | 'events'> {
  readonly store: EvaluationStore
}

/** Call inside a transaction. */
export function createStatusSteps({ clock, events, store }: Needs) {
  return {
    async toProcessing(taskId: string): Promise<void> {
      const existing = await store.find(taskId)
      if (existing !== undefined && existing.status !== 'processing')
        evaluationStatus.check(existing.status, 'processing')
      await store.await(taskId, clock.time())
      events.publish({ type: 'task-changed', taskId })
    },

    async end(
      taskId: string,
      status: 'success' | 'failed',
      change: Partial<Omit<EvaluationRow, 'taskId' | 'status' | 'evaluatedAt'>>,
    ): Promise<void> {
      const row = await store.find(taskId)
      if (row === undefined) return
      evaluationStatus.check(row.status, status)
      await store.update(taskId, { ...change, status, evaluatedAt: clock.time() })
      events.publish({ type: 'task-changed', taskId })
    },
  }
}
