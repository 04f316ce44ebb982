import { endThread } from '#platform/end-thread'
import { startThread } from '#platform/processes/start-program'
import type { WalkPart } from './walk.worker.ts'
import type { WalkEntry } from './walk.ts'

/** The folder cannot be walked through: it is not there, or its disk is not. */
export class Unreachable extends Error {}

/** Walks through a folder on a thread of its own, a part at a time, each while the one before is worked on. */
export async function* walkInThread(
  root: string,
  { after, signal }: { after: string | undefined; signal: AbortSignal },
): AsyncGenerator<readonly WalkEntry[]> {
  const worker = startThread(new URL('./walk.worker.ts', import.meta.url), { workerData: { root, after } })
  let part = Promise.withResolvers<WalkPart>()
  worker.on('message', (message: WalkPart) => part.resolve(message))
  worker.on('error', (error) => part.reject(error))
  worker.on('exit', () => part.reject(new Error('the walking thread has ended')))
  // A disk that does not answer holds the thread, and nothing else.
  const stop = () => part.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })

  function next(): Promise<WalkPart> {
    part = Promise.withResolvers<WalkPart>()
    // A failure is met where the part is awaited, which may be later.
    part.promise.catch(() => undefined)
    worker.postMessage('next')
    return part.promise
  }

  try {
    let upcoming = next()
    for (;;) {
      const { entries, finished, problem } = await upcoming
      if (problem !== undefined) throw new Unreachable(problem)
      if (!finished) upcoming = next()
      if (entries.length > 0) yield entries
      if (finished) return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await endThread(worker)
  }
}
