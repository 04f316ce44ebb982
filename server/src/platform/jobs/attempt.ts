import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { DatabaseAway } from '#platform/database/engine'
import type { Log } from '#platform/log'
import type { JobHandler, Progress } from './handler.ts'
import { maxAttempts, retryDelay, type JobRow, type JobStore } from './store.ts'

/** Milliseconds that a running job counts as alive without a sign of its process. */
export const leaseTime = 60_000
/** Longest pause between two attempts to record a job's end, in milliseconds. */
const maxPauseMs = 10_000
/** Pauses of a job that waits for the store, in milliseconds. */
const [minAwayMs, maxAwayMs] = [5_000, 60_000]

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly store: JobStore
  readonly signal: AbortSignal
  changed(job: { id: string; kind: string }): void
}

/** Never rejects. */
export function createAttempt({ database, clock, log, store, signal, changed }: Needs) {
  const after = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString()

  async function saveProgress(job: JobRow, { done, total, unit, resumePoint }: Progress<unknown>): Promise<void> {
    // A job that gets further than before is not given up, however often it is interrupted.
    if (done > job.done) job.attempts = 1
    await store.update(job.id, {
      done,
      attempts: job.attempts,
      ...(total === undefined ? {} : { total }),
      ...(unit === undefined ? {} : { unit }),
      ...(resumePoint === undefined ? {} : { resumePoint: writeJson(resumePoint) }),
      leaseUntil: after(leaseTime),
      updatedAt: clock.time(),
    })
    changed(job)
  }

  async function run(job: JobRow, handler: JobHandler<unknown, unknown>, stop: AbortSignal): Promise<void> {
    if (job.attempts > maxAttempts) throw new Error('its process ended during every attempt')
    const last = await handler.run({
      payload: readJson(job.payload),
      resumePoint: job.resumePoint === null ? undefined : readJson(job.resumePoint),
      signal: AbortSignal.any([signal, stop]),
      saveProgress: (progress) => saveProgress(job, progress),
    })
    await database.transaction(async () => {
      await last?.()
      await store.step(job.id, 'done', { leaseUntil: null, error: null, updatedAt: clock.time() })
    })
  }

  async function afterError(
    job: JobRow,
    handler: JobHandler<unknown, unknown>,
    { error, stop }: { error: unknown; stop: AbortSignal },
  ): Promise<void> {
    const finished = { leaseUntil: null, updatedAt: clock.time() }
    if (stop.aborted) {
      await database.transaction(async () => {
        await store.step(job.id, 'stopped', { ...finished, error: null })
        await handler.stopped?.(readJson(job.payload))
      })
      return
    }
    if (signal.aborted || error instanceof DatabaseAway) {
      await store.step(job.id, 'queued', { ...finished, attempts: job.attempts - 1, runAt: clock.time() })
      return
    }
    log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'an attempt at a job failed')
    const text = wordsOf(error)
    if (error instanceof Failure && error.reason === 'store.unreachable') {
      const { attempts, createdAt } = job
      const pause = Math.min(maxAwayMs, Math.max(minAwayMs, (clock.now() - Date.parse(createdAt)) / 4))
      const waiting = { ...finished, attempts: attempts - 1, error: writeJson(error.text), runAt: after(pause) }
      await store.step(job.id, 'queued', waiting)
      return
    }
    if (!(error instanceof Failure) && job.attempts < maxAttempts) {
      await store.step(job.id, 'queued', { ...finished, error: text, runAt: after(retryDelay(job.attempts)) })
      return
    }
    await database.transaction(async () => {
      await store.step(job.id, 'failed', { ...finished, error: text })
      await handler.failed?.(readJson(job.payload), text)
    })
  }

  const untilWritten = (job: JobRow, stop: AbortSignal, write: () => Promise<void>) =>
    keepTrying(write, {
      signal,
      stop,
      failed: (error) => log.error({ err: error, job: job.id }, 'the end of a job cannot be written down'),
    })

  return async (job: JobRow, handler: JobHandler<unknown, unknown>, stop: AbortSignal): Promise<void> => {
    try {
      await run(job, handler, stop)
    } catch (error) {
      await untilWritten(job, stop, () => afterError(job, handler, { error, stop }))
    }
    changed(job)
  }
}

interface Trying {
  signal: AbortSignal
  /** Aborts when a user stops the job, which is recorded at once. */
  stop: AbortSignal
  failed: (error: unknown) => void
}

/**
 * Retries until the write succeeds, since a full disk fails it until there is room. The next start repeats what a stop
 * interrupts.
 */
async function keepTrying(write: () => Promise<void>, { signal, stop, failed }: Trying): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const isOver = signal.aborted
    try {
      return await write()
    } catch (error) {
      failed(error)
    }
    if (isOver) return
    const waking = stop.aborted ? signal : AbortSignal.any([signal, stop])
    await delay(Math.min(maxPauseMs, retryDelay(attempts)), undefined, { signal: waking }).catch(() => undefined)
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Failure) return error.text.en
  return error instanceof Error ? error.message : String(error)
}
