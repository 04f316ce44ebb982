import type { StartProgress } from '#areas/executors'
import type { TaskRunContext } from './run-context.ts'
import { reason } from './reasons.ts'
import { formatSize } from '../disk/disk-quota.ts'

/** In milliseconds. */
const noteEvery = 500

/** Stores the progress of an image's pull. `settled` waits for the last update, which must not overwrite later reasons. */
export function followFetching({ change, log, taskId, troubledSince }: TaskRunContext) {
  let notedAt = -Infinity
  let noting: Promise<void> = Promise.resolve()
  return {
    onProgress({ done, total }: StartProgress): void {
      troubledSince.clear()
      const now = performance.now()
      if (now - notedAt < noteEvery) return
      notedAt = now
      const values = { done: formatSize(done), total: formatSize(total) }
      noting = noting
        .then(() => change({ reason: reason('fetching', values) }))
        .catch((error: unknown) => log.warn({ err: error, taskId }, 'how far an image is fetched could not be noted'))
    },
    settled: () => noting,
  }
}
