import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that a run that is ready waits for earlier ones that are not. */
const patienceMs = 10_000

export interface StartTurn {
  /** Resolves once the earlier turns have ended, or take long, or the signal aborts. */
  begin(signal: AbortSignal): Promise<void>
  end(): void
}

/** Runs of one pool reach an engine that queues them in the order in which they were handed over. */
export function createStartTurns() {
  const latest = new Map<string, Promise<unknown>>()
  return (pool: string): StartTurn => {
    const earlier = latest.get(pool) ?? Promise.resolve()
    const own = Promise.withResolvers<void>()
    latest.set(pool, Promise.all([earlier, own.promise]))
    return {
      async begin(signal) {
        const patience = sleep(patienceMs, undefined, { signal, ref: false }).catch(() => undefined)
        await Promise.race([earlier, patience])
      },
      end: own.resolve,
    }
  }
}
