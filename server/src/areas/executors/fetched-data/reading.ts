import { fail } from '@vermilion/contract/kernel/errors'
import type { RunFile } from '@vermilion/contract/tasks/run-data'
import { createThreads } from '#platform/processes/thread-calls'
import type { Part, ReadingOrder } from './reading.worker.ts'

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

/** Threads that read and hash. */
export function createReading() {
  const threads = createThreads(new URL('./reading.worker.ts', import.meta.url), maxThreads)
  const buffers: SharedArrayBuffer[] = []
  const perform = async <Result>(order: ReadingOrder) => (await threads.call(order)) as Result

  return {
    /** Null stands for what is no file any more. */
    describe: (folder: string, paths: readonly string[]) =>
      perform<(RunFile | null)[]>({ kind: 'describe', folder, paths }),

    /** Returns the contents of parts, `readBytes` at most. */
    async read(folder: string, parts: readonly Part[]): Promise<SharedBytes> {
      const into = buffers.pop() ?? new SharedArrayBuffer(readBytes)
      const release = () => void (buffers.length < keptBuffers && buffers.push(into))
      const missing = await perform<string | null>({ kind: 'read', folder, parts, into })
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      if (missing === null) return { bytes: new Uint8Array(into, 0, length), release }
      release()
      throw fail('run-data.source-changed', { path: missing })
    },

    close: threads.close,
  }
}
