import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Log } from '#platform/log'
import { createMutex } from '#platform/mutex'
import { createAttempt, leaseTime } from './attempt.ts'
import type { JobHandler, JobHandlers } from './handler.ts'
import type { JobRow, JobStore } from './store.ts'

/** Milliseconds until an unreadable queue is read again: the disk may have been full. */
const unreadablePause = 5_000

interface RunnerNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly store: JobStore
  readonly handlers: JobHandlers
  changed(job: { id: string; kind: string }): void
}

export type Runner = ReturnType<typeof createRunner>

export function createRunner({ database, clock, log, store, handlers, changed }: RunnerNeeds) {
  const running = new Map<string, { kind: string; ended: Promise<void>; stop: AbortController }>()
  const timers = createTimers()
  const stopping = new AbortController()
  const turn = createMutex()
  const attempt = createAttempt({ database, clock, log, store, signal: stopping.signal, changed })
  let started = false
  let heartbeat: NodeJS.Timeout | undefined

  const leaseEnd = () => new Date(clock.now() + leaseTime).toISOString()
  const runningOf = (kind: string) => [...running.values()].filter((job) => job.kind === kind).length

  function wake(kind: string): void {
    const handler = handlers.get(kind)
    if (!started || handler === undefined) return
    fill(kind, handler).catch((error: unknown) => {
      log.error({ err: error, kind }, 'the queue of jobs cannot be read')
      timers.set(kind, unreadablePause, () => wake(kind))
    })
  }

  /** Starts queued jobs of a kind up to its concurrency, or sets a timer for the next due one. */
  async function fill(kind: string, handler: JobHandler<unknown, unknown>): Promise<void> {
    const release = await turn()
    try {
      while (started && runningOf(kind) < (handler.concurrency ?? 1)) {
        const job = await claim(kind)
        if (job === undefined) return
        changed(job)
        const stop = new AbortController()
        const finished = attempt(job, handler, stop.signal).finally(() => {
          running.delete(job.id)
          wake(kind)
        })
        running.set(job.id, { kind, ended: finished, stop })
      }
    } finally {
      release()
    }
  }

  function claim(kind: string): Promise<JobRow | undefined> {
    return database.transaction(async () => {
      const job = await store.next(kind)
      if (job === undefined || !started) return undefined
      const wait = Date.parse(job.runAt) - clock.now()
      if (wait > 0) {
        timers.set(kind, wait, () => wake(kind))
        return undefined
      }
      const set = { attempts: job.attempts + 1, leaseUntil: leaseEnd(), updatedAt: clock.time() }
      return (await store.step(job.id, 'running', set)) ? { ...job, ...set } : undefined
    })
  }

  function beat(): void {
    if (running.size === 0) return
    store
      .extendLeases([...running.keys()], leaseEnd())
      .catch((error: unknown) => log.error({ err: error }, 'the leases of jobs cannot be extended'))
  }

  return {
    wake,
    start(): void {
      started = true
      heartbeat = setInterval(beat, leaseTime / 3).unref()
      for (const kind of handlers.keys()) wake(kind)
    },
    async stopJob(id: string): Promise<boolean> {
      const job = running.get(id)
      job?.stop.abort(new Error('stopped by a user'))
      await job?.ended
      return job !== undefined
    },
    /** Resolves at once when none runs. */
    nextEnd: () => Promise.race([...running.values()].map((job) => job.ended)),
    isIdle: () => running.size === 0,
    kinds: () => [...running.values()].map(({ kind }) => kind),
    async stop(): Promise<void> {
      started = false
      stopping.abort()
      clearInterval(heartbeat)
      timers.clear()
      await Promise.all([...running.values()].map((job) => job.ended))
    },
  }
}

function createTimers() {
  const timers = new Map<string, NodeJS.Timeout>()
  return {
    set(kind: string, milliseconds: number, run: () => void): void {
      clearTimeout(timers.get(kind))
      timers.set(kind, setTimeout(run, milliseconds).unref())
    },
    clear(): void {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
