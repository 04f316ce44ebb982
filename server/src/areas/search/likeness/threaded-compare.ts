import { endThread, startThread } from '#platform/processes/start-program'
import type { Comparison } from './compare.ts'
import type { CompareReply } from './compare.worker.ts'
import type { Vectors } from './projection.ts'

export async function compareInThread(
  vectors: Vectors,
  { signal, tell }: { signal: AbortSignal; tell: (part: number) => void },
): Promise<Comparison> {
  signal.throwIfAborted()
  const memory = vectors.values.buffer as ArrayBuffer
  const thread = startThread(new URL('./compare.worker.ts', import.meta.url), {
    workerData: vectors,
    transferList: [memory],
  })
  const outcome = Promise.withResolvers<Comparison>()
  const abort = () => outcome.reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  thread.on('message', (reply: CompareReply) => {
    if ('part' in reply) tell(reply.part)
    else outcome.resolve(reply.comparison)
  })
  thread.on('error', (error) => outcome.reject(error))
  thread.on('exit', () => outcome.reject(new Error('the thread that compares images has ended')))
  try {
    return await outcome.promise
  } finally {
    signal.removeEventListener('abort', abort)
    await endThread(thread)
  }
}
