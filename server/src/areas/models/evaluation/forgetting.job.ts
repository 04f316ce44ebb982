import { taskDeleted } from '#areas/tasks'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { EvaluationStore } from './evaluation-store.ts'
import type { EvaluatedImageStore } from './image-store.ts'

const forgettingJob = jobKind<{ taskId: string }>('evaluation-forgetting')

interface Needs extends Pick<Platform, 'events' | 'jobs'> {
  readonly store: Pick<EvaluationStore, 'find' | 'forget'>
  readonly images: Pick<EvaluatedImageStore, 'forgetSome'>
}

export function registerForgetting({ events, jobs, store, images }: Needs): void {
  events.listen(taskDeleted, async ({ taskId }) => {
    if ((await store.find(taskId)) === undefined) return
    await store.forget(taskId)
    await jobs.enqueue(forgettingJob, taskId, { taskId })
  })

  jobs.register(forgettingJob, {
    async run({ payload: { taskId }, signal }) {
      while (await images.forgetSome(taskId, -1)) signal.throwIfAborted()
    },
  })
}
