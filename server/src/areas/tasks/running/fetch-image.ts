import type { EnvironmentProgress } from '@vermilion/contract/tasks/environments/python-environments'
import type { StartProgress } from '#areas/executors'
import type { TaskRunContext } from './run-context.ts'
import { reason } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { formatSize } from '../disk/disk-quota.ts'

/** In milliseconds. */
const noteEvery = 500

/** Stores the progress of what a run needs before it starts. `settled` ends it, since a late update must not overwrite later reasons. */
function followProgress<Progress>(
  { change, log, taskId, troubledSince }: TaskRunContext,
  reasonOf: (progress: Progress) => Reason,
) {
  let latest: Progress | undefined
  let timer: NodeJS.Timeout | undefined
  let noting: Promise<void> = Promise.resolve()

  function note(): void {
    const progress = latest
    latest = undefined
    timer = progress === undefined ? undefined : setTimeout(note, noteEvery)
    if (progress === undefined) return
    noting = noting
      .then(() => change({ reason: reasonOf(progress) }))
      .catch((error: unknown) => log.warn({ err: error, taskId }, 'the progress of a start could not be noted'))
  }

  return {
    onProgress(progress: Progress): void {
      troubledSince.clear()
      latest = progress
      if (timer === undefined) note()
    },
    settled(): Promise<void> {
      clearTimeout(timer)
      return noting
    },
  }
}

export const followFetching = (context: TaskRunContext) =>
  followProgress<StartProgress>(context, ({ done, total }) =>
    reason('fetching', { done: formatSize(done), total: formatSize(total) }),
  )

export const followEnvironment = (context: TaskRunContext) =>
  followProgress<EnvironmentProgress>(context, ({ done, total, bytes }) =>
    reason(done < total ? 'making-environment' : 'installing-environment', { done, total, size: formatSize(bytes) }),
  )
