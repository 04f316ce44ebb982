import { setTimeout as wait } from 'node:timers/promises'
import type { ImageProgress } from '../engine.ts'
import type { ComfyuiClient } from './client.ts'
import type { ProgressSocket } from './progress-socket.ts'
import type { HistoryEntry, QueuedPrompt } from './replies.ts'
import { ServerFailed } from './server-failed.ts'

/** The queue is long where others use the server too; it is read less often than the history. */
const roundsPerQueue = 3
/** Rounds without an answer until a server counts as failed: one lost answer is not worth making an image twice. */
const mostSilentRounds = 4

interface Following {
  readonly client: Pick<ComfyuiClient, 'history' | 'queue'>
  readonly socket: Pick<ProgressSocket, 'watch' | 'connect'>
  readonly promptId: string
  /** Milliseconds between two looks, where the socket says nothing. */
  readonly pollEvery: number
  readonly signal: AbortSignal
  readonly tell?: ((progress: ImageProgress) => void) | undefined
}

/** Whether a prompt of the queue is the one that was sent with this id, also where the server gave it another. */
export const isPrompt = (queued: QueuedPrompt, promptId: string): boolean =>
  queued[1] === promptId || queued[3].vermilion === promptId

/** Waits until a prompt has ended. Undefined where the server no longer has it: it was started again meanwhile. */
export async function followPrompt(following: Following): Promise<HistoryEntry | undefined> {
  const { client, socket, promptId, pollEvery, signal, tell } = following
  let wakeUp = (): void => undefined
  const unwatch = socket.watch(promptId, { wake: () => wakeUp(), tell })
  let silent = 0
  try {
    for (let round = 0; ; round += 1) {
      const woken = new Promise<void>((resolve) => (wakeUp = resolve))
      try {
        const entry = await client.history(promptId, signal)
        if (entry !== undefined) return entry
        // It may have ended between the two answers.
        if (round % roundsPerQueue === 0 && !(await isQueued(following))) return await client.history(promptId, signal)
        silent = 0
      } catch (error) {
        silent += 1
        if (!(error instanceof ServerFailed) || !error.isPassing || silent >= mostSilentRounds) throw error
      }
      socket.connect()
      const pause = new AbortController()
      const paused = wait(pollEvery, undefined, { signal: AbortSignal.any([signal, pause.signal]) })
      await Promise.race([woken, paused]).finally(() => {
        paused.catch(() => undefined)
        pause.abort()
      })
    }
  } finally {
    unwatch()
  }
}

async function isQueued({ client, promptId, signal }: Following): Promise<boolean> {
  const { queue_running: running, queue_pending: pending } = await client.queue(signal)
  return [...running, ...pending].some((queued) => isPrompt(queued, promptId))
}
