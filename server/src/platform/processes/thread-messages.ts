import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { endThread } from './start-program.ts'

/** Messages of a thread until it ends by itself or the loop over them is left, which ends it. Fails as the thread does. */
export async function* threadMessages<Message>(thread: Worker, signal: AbortSignal): AsyncGenerator<Message> {
  // Once nobody listens any more, an error of the ending thread would end the server.
  thread.on('error', () => undefined)
  try {
    for await (const [message] of on(thread, 'message', { signal, close: ['exit'] }) as AsyncIterable<[Message]>) {
      signal.throwIfAborted()
      yield message
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await endThread(thread)
  }
}

export const isOutOfMemory = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
