import { parentPort } from 'node:worker_threads'
import type { ThreadPart } from './thread-parts.ts'

/** The thread's side of thread-parts.ts. The problem is what it sends of an error, which must be cloneable. */
export function sendParts<Part>(
  parts: Iterator<Part> | AsyncIterator<Part>,
  problemOf: (error: unknown) => unknown,
): void {
  async function nextPart(): Promise<ThreadPart<Part>> {
    try {
      const next: IteratorResult<Part, unknown> = await parts.next()
      return next.done === true ? { isEnd: true } : { part: next.value, isEnd: false }
    } catch (error) {
      return { problem: problemOf(error), isEnd: true }
    }
  }
  parentPort?.on('message', () => void nextPart().then((part) => parentPort?.postMessage(part)))
}
