import { setTimeout as delay } from 'node:timers/promises'
import { findingOf, type Check } from '#platform/checks/checks'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { JobHandler } from './handler.ts'
import { createRunner } from './runner.ts'
import { createJobStore, type JobRow, type JobState } from './store.ts'
import { jobWork, jobWorkName } from './work.ts'
import type { WorkRegistry } from '#platform/work/work'

const day = 24 * 3_600_000
const endedKept = 7 * day

/** Names a kind of job and types its payload and resume point. Both must be JSON. */
export interface JobKind<Payload, ResumePoint = never> {
  readonly name: string
  readonly payload?: Payload
  readonly resumePoint?: ResumePoint
}

export function jobKind<Payload, ResumePoint = never>(name: string): JobKind<Payload, ResumePoint> {
  return { name }
}

export type JobReport = Pick<JobRow, 'id' | 'state' | 'done' | 'total' | 'unit' | 'error'>

export type Jobs = ReturnType<typeof createJobs>

/** Checks that every unended job has a handler; without one the server would not start. */
export function jobsCheck(jobs: Jobs): Check {
  return {
    id: 'job-kinds',
    examine: async () =>
      findingOf(
        (await jobs.unhandled()).map((kind) => ({
          en: `nothing can do the queued jobs of the kind ${kind}`,
          zh: `没有程序可以执行排队中的 ${kind} 作业`,
        })),
      ),
  }
}

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Lifecycle
  readonly work: Pick<WorkRegistry, 'add' | 'changed'>
}

/**
 * Only one server uses the data folder, so a job that is running at the start was cut off: it is queued again from its resume
 * point.
 */
export function createJobs({ database, clock, log, lifecycle, work }: Needs) {
  const store = createJobStore(database)
  const handlers = new Map<string, JobHandler<unknown, unknown>>()
  const changed = ({ id, kind }: { id: string; kind: string }) => {
    if (handlers.get(kind)?.work !== undefined) work.changed(jobWorkName, id)
  }
  const runner = createRunner({ database, clock, log, store, handlers, changed })
  const { leadingTo, source } = jobWork({ database, clock, store, handlers, runner })
  work.add(source)
  const unhandled = async () => (await store.kinds()).filter((kind) => !handlers.has(kind))

  lifecycle.onStart(async () => {
    const orphaned = await unhandled()
    if (orphaned.length > 0) throw new Error(`no handler is registered for the jobs ${orphaned.join(', ')}`)
    await store.requeueRunning(clock.time())
    await store.forgetEnded(new Date(clock.now() - endedKept).toISOString())
    runner.start()
  })
  lifecycle.onStop(() => runner.stop())

  function register<Payload, ResumePoint>(
    kind: JobKind<Payload, ResumePoint>,
    handler: JobHandler<Payload, ResumePoint>,
  ): void {
    if (handlers.has(kind.name)) throw new Error(`two handlers are registered for the jobs ${kind.name}`)
    handlers.set(kind.name, handler as JobHandler<unknown, unknown>)
  }

  /**
   * Adds a job in the ambient transaction, if any, and returns its id. A queued or running job of the kind and key is reused;
   * once it has ended, the key is free again.
   */
  const enqueue = <Payload>(kind: JobKind<Payload, unknown>, key: string, payload: Payload): Promise<string> =>
    database.transaction(async () => {
      const existing = await store.unended(kind.name, key)
      if (existing !== undefined) return existing.id
      const id = newId()
      await store.add({ id, kind: kind.name, key, payload: writeJson(payload), now: clock.time() })
      changed({ id, kind: kind.name })
      database.afterCommit(() => runner.wake(kind.name))
      return id
    })

  const begin = (kind: JobKind<null>) =>
    void enqueue(kind, 'daily', null).catch((error: unknown) =>
      log.error({ err: error, kind: kind.name }, 'a daily job was not begun'),
    )

  return {
    register,
    /** Registers a kind that runs at every start and once a day. */
    daily(kind: JobKind<null>, handler: JobHandler<null, never>): void {
      register(kind, handler)
      let timer: NodeJS.Timeout | undefined
      lifecycle.onStart(async () => {
        await enqueue(kind, 'daily', null)
        timer = setInterval(() => begin(kind), day).unref()
      })
      lifecycle.onStop(() => clearInterval(timer))
    },
    enqueue,
    /** Ids of unended, stoppable jobs whose work leads to a page. */
    leadingTo,
    stop: source.stop,
    async report(kind: JobKind<unknown, unknown>, key: string): Promise<JobReport | undefined> {
      const row = await store.latest(kind.name, key)
      if (row === undefined) return undefined
      const { id, state, done, total, unit, error } = row
      return { id, state, done, total, unit, error }
    },
    /** Ended jobs are kept for a week. */
    countByState: async (): Promise<ReadonlyMap<JobState, number>> =>
      new Map((await store.counts()).map(({ state, count }) => [state, count])),
    isWaitedFor: () => runner.kinds().some((kind) => handlers.get(kind)?.isWaitedFor === true),
    unhandled,
    /** For tests and the command line. */
    async settled(): Promise<void> {
      while (!runner.isIdle() || (await store.kinds()).length > 0) await Promise.race([runner.nextEnd(), delay(20)])
    },
  }
}
