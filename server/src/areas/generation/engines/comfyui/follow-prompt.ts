import { setTimeout as wait } from 'node:timers/promises'
import type { ImageProgress } from '../engine.ts'
import type { ComfyuiClient } from './client.ts'
import type { ProgressSocket } from './progress-socket.ts'
import type { HistoryEntry, QueuedPrompt } from './replies.ts'
import { ServerFailed } from './server-failed.ts'

/** The queue may be long on shared servers, so it is read less often than the history. */
const roundsPerQueue = 3
/** Consecutive rounds without response before a server counts as failed: repeating an image costs more than waiting. */
const maxSilentRounds = 4

interface Following {
  readonly client: Pick<ComfyuiClient, 'history' | 'queue'>
  readonly socket: Pick<ProgressSocket, 'watch' | 'connect'>
  readonly promptId: string
  /** Polling interval in milliseconds, for a silent socket. */
  readonly pollEvery: number
  readonly signal: AbortSignal
  readonly tell?: ((progress: ImageProgress) => void) | undefined
}

/** Also matches when the server assigned another id. */
export const isPrompt = (queued: QueuedPrompt, promptId: string): boolean =>
  queued[1] === promptId || queued[3].vermilion === promptId

/** Undefined when the server has lost the prompt in a restart. */
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
        // It may have ended between the two requests.
        if (round % roundsPerQueue === 0 && !(await isQueued(following))) return await client.history(promptId, signal)
        silent = 0
      } catch (error) {
        silent += 1
        if (!(error instanceof ServerFailed) || !error.isPassing || silent >= maxSilentRounds) throw error
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
