import type { Worker } from 'node:worker_threads'

/** Milliseconds that a thread is given to end. */
const patience = 2_000

/** Ends a thread; one that a long statement or a disk that does not answer holds is left to end by itself. */
export async function endThread(thread: Worker | undefined): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, patience)
  await Promise.race([thread?.terminate(), late.promise])
  clearTimeout(timer)
}
