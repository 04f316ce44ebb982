import { Failure } from '@vermilion/contract/kernel/errors'
import type { Work, WorkStatus } from '@vermilion/contract/kernel/work'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { WorkSource } from '#platform/work/work'
import type { JobHandlers } from './handler.ts'
import type { Runner } from './runner.ts'
import { readReason, type JobState, type JobRow, type JobStore } from './store.ts'

export const jobWorkName = 'job'

/** Shorter successful jobs are not shown. In milliseconds. */
const brief = 3_000

const statuses: Readonly<Record<JobState, WorkStatus>> = {
  queued: 'waiting',
  running: 'running',
  done: 'success',
  failed: 'failed',
  stopped: 'stopped',
}

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly store: JobStore
  readonly handlers: JobHandlers
  readonly runner: Pick<Runner, 'stopJob'>
}

export function jobWork({ database, clock, store, handlers, runner }: Needs) {
  async function present(job: JobRow): Promise<Work | undefined> {
    const handler = handlers.get(job.kind)
    const described = await handler?.work?.describe(readJson(job.payload)).catch(unlessGone)
    if (handler?.work === undefined || described === undefined) return undefined
    const finished = job.state === 'queued' || job.state === 'running' ? null : job.updatedAt
    const isBrief = (finished === null ? clock.now() : Date.parse(job.updatedAt)) - Date.parse(job.createdAt) < brief
    if (job.state === 'done' && isBrief) return undefined
    // The server's own work is shown while it runs, and afterwards only when it failed.
    if (described.owner === null && (job.state === 'done' || (finished === null && isBrief))) return undefined
    return {
      ...described,
      id: job.id,
      kind: handler.work.kind,
      status: statuses[job.state],
      reason: job.error === null ? null : readReason(job.error),
      progress: job.done === 0 && job.total === null ? null : progressOf(job),
      stoppable: finished === null && handler.stopped !== undefined,
      startedAt: job.createdAt,
      updatedAt: job.updatedAt,
      endedAt: finished,
    }
  }

  function stopQueued(job: JobRow): Promise<boolean> {
    return database.transaction(async () => {
      const current = await store.byId(job.id)
      if (current?.state !== 'queued') return false
      await store.step(job.id, 'stopped', { updatedAt: clock.time() })
      await handlers.get(job.kind)?.stopped?.(readJson(job.payload))
      return true
    })
  }

  const source: WorkSource & { stop(id: string): Promise<void> } = {
    name: jobWorkName,
    async list({ owner, since }) {
      const kinds = [...handlers].filter(([, { work }]) => work !== undefined).map(([kind]) => kind)
      if (kinds.length === 0) return []
      const matches = await Promise.all((await store.shown(kinds, since)).map(present))
      return matches.filter((work) => work !== undefined && (work.owner ?? owner) === owner) as Work[]
    },
    async find(id) {
      const job = await store.byId(id)
      return job === undefined ? undefined : present(job)
    },
    async stop(id) {
      const job = await store.byId(id)
      if (job !== undefined && !(await stopQueued(job))) await runner.stopJob(id)
    },
  }

  return {
    source,
    async leadingTo(page: string, id: string): Promise<string[]> {
      const kinds = [...handlers].filter(([, { stopped }]) => stopped !== undefined).map(([kind]) => kind)
      const leads = await Promise.all(
        (await store.unendedOf(kinds)).map(async (job) => {
          const described = await handlers.get(job.kind)?.work?.describe(readJson(job.payload)).catch(unlessGone)
          const target = described?.leadsTo
          return target?.page === page && target.id === id ? [job.id] : []
        }),
      )
      return leads.flat()
    },
  }
}

function unlessGone(problem: unknown): undefined {
  if (!(problem instanceof Failure)) throw problem
}

function progressOf({ done, total, unit }: JobRow): NonNullable<Work['progress']> {
  return { done, total: total ?? 0, unit: unit ?? '' }
}
