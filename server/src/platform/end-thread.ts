import type { Worker } from 'node:worker_threads'

/** Milliseconds that a thread may take to end. */
const patience = 2_000

/** Ends a thread. One held by a long statement or an unresponsive disk is left to end by itself. */
export async function endThread(thread: Worker | undefined): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, patience)
  await Promise.race([thread?.terminate(), late.promise])
  clearTimeout(timer)
}
