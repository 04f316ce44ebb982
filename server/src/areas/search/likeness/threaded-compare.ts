import { Worker } from 'node:worker_threads'
import { endThread } from '#platform/end-thread'
import type { Comparison } from './compare.ts'
import type { CompareReply } from './compare.worker.ts'
import type { Vectors } from './projection.ts'

/** Compares vectors in a thread of its own, which takes their memory over. Rejects when the signal aborts. */
export async function compareInThread(
  vectors: Vectors,
  { signal, tell }: { signal: AbortSignal; tell: (part: number) => void },
): Promise<Comparison> {
  signal.throwIfAborted()
  const memory = vectors.values.buffer as ArrayBuffer
  const thread = new Worker(new URL('./compare.worker.ts', import.meta.url), {
    workerData: vectors,
    transferList: [memory],
  })
  const ended = Promise.withResolvers<Comparison>()
  const abort = () => ended.reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  thread.on('message', (reply: CompareReply) => {
    if ('part' in reply) tell(reply.part)
    else ended.resolve(reply.comparison)
  })
  thread.on('error', (error) => ended.reject(error))
  thread.on('exit', () => ended.reject(new Error('the thread that compares images has ended')))
  try {
    return await ended.promise
  } finally {
    signal.removeEventListener('abort', abort)
    await endThread(thread)
  }
}
