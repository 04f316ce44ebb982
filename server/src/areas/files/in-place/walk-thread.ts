import { endThread, startThread } from '#platform/processes/start-program'
import type { WalkPart } from './walk.worker.ts'
import type { WalkEntry } from './walk.ts'

export class Unreachable extends Error {}

export async function* walkInThread(
  root: string,
  { after, signal }: { after: string | undefined; signal: AbortSignal },
): AsyncGenerator<readonly WalkEntry[]> {
  const worker = startThread(new URL('./walk.worker.ts', import.meta.url), { workerData: { root, after } })
  let part = Promise.withResolvers<WalkPart>()
  worker.on('message', (message: WalkPart) => part.resolve(message))
  worker.on('error', (error) => part.reject(error))
  worker.on('exit', () => part.reject(new Error('the walking thread has ended')))
  // An unresponsive disk blocks only the thread.
  const stop = () => part.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })

  function next(): Promise<WalkPart> {
    part = Promise.withResolvers<WalkPart>()
    // The failure is handled where the part is awaited.
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
