import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '#platform/processes/start-program'
import type { Part, ReadingOrder, ReadingResults } from './reading.worker.ts'

/**
 * Memory that is used again after `release`: what threads hand over is freed late, and makes the collector look through
 * everything.
 */
export interface SharedBytes {
  readonly bytes: Uint8Array
  release(): void
}

export type Reading = ReturnType<typeof createReading>

/** Bytes that are read at once. */
export const readBytes = 1_048_576
/** A slow disk of one run holds up only some of the others. */
const maxThreads = 2
const keptBuffers = 16

/** Threads that read and hash, which start with the first order and again after a crash. */
export function createReading() {
  const threads: (ReturnType<typeof createThread> | undefined)[] = Array.from({ length: maxThreads }, () => undefined)
  const buffers: SharedArrayBuffer[] = []
  let isClosed = false

  async function perform<Kind extends keyof ReadingResults>(
    order: ReadingOrder & { kind: Kind },
  ): Promise<ReadingResults[Kind]> {
    if (isClosed) throw new Error('the server ends')
    const counts = threads.map((thread) => thread?.waiting() ?? 0)
    const position = counts.indexOf(Math.min(...counts))
    const thread = (threads[position] ??= createThread(() => void (threads[position] = undefined)))
    return (await thread.do(order)) as ReadingResults[Kind]
  }

  return {
    describe: (folder: string, paths: readonly string[]) => perform({ kind: 'describe', folder, paths }),

    /** Returns the contents of parts, `readBytes` at most, or the position of the one that is not there any more. */
    async read(folder: string, parts: readonly Part[]): Promise<SharedBytes | number> {
      const into = buffers.pop() ?? new SharedArrayBuffer(readBytes)
      const release = () => void (buffers.length < keptBuffers && buffers.push(into))
      const missing = await perform({ kind: 'read', folder, parts, into })
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      if (missing === null) return { bytes: new Uint8Array(into, 0, length), release }
      release()
      return missing
    },

    async close(): Promise<void> {
      isClosed = true
      await Promise.all(threads.flatMap((thread) => (thread === undefined ? [] : [thread.end()])))
    },
  }
}

function createThread(onEnd: () => void) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const worker: Worker = startThread(new URL('./reading.worker.ts', import.meta.url))
  let count = 0
  worker.on('message', ({ id, result, problem }: { id: number; result?: unknown; problem?: string }) => {
    const order = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (problem === undefined) order?.resolve(result)
    else order?.reject(new Error(problem))
  })
  const fail = (error: unknown) => {
    onEnd()
    for (const order of waiting.values()) order.reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('a thread that reads files has ended')))
  return {
    waiting: () => waiting.size,
    do(order: ReadingOrder): Promise<unknown> {
      const outcome = Promise.withResolvers<unknown>()
      const id = (count += 1)
      waiting.set(id, outcome)
      worker.ref()
      worker.postMessage({ id, order })
      return outcome.promise
    },
    end: () => endThread(worker),
  }
}
