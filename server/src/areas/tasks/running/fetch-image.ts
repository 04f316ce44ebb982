import type { StartProgress } from '#areas/resources'
import type { TaskRunContext } from './run-context.ts'
import { reason } from './reasons.ts'
import { sizeInWords } from '../disk/size-in-words.ts'

/** Milliseconds between two notes of how far an image is fetched. */
const noteEvery = 500

/** Notes on a task how far its image is fetched. `settled` waits for the last note, which must not come after what follows. */
export function followFetching({ change, log, taskId, troubledSince }: TaskRunContext) {
  let notedAt = -Infinity
  let noting: Promise<void> = Promise.resolve()
  return {
    onProgress({ done, total }: StartProgress): void {
      troubledSince.clear()
      const now = performance.now()
      if (now - notedAt < noteEvery) return
      notedAt = now
      const values = { done: sizeInWords(done), total: sizeInWords(total) }
      noting = noting
        .then(() => change({ reason: reason('fetching', values) }))
        .catch((error: unknown) => log.warn({ err: error, taskId }, 'how far an image is fetched could not be noted'))
    },
    settled: () => noting,
  }
}
