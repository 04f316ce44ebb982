import type { Generated } from 'kysely'
import type { Text } from '@vermilion/contract/kernel/text'
import { readJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'stopped'

/** A running job returns to the queue when its process ends, or when its attempt fails and another is allowed. */
export const jobStatus = statusTable<JobState>('job', {
  queued: ['running', 'stopped'],
  running: ['queued', 'done', 'failed', 'stopped'],
  done: [],
  failed: [],
  stopped: [],
})

export const maxAttempts = 5

/** Milliseconds until the next attempt: 1, 2, 4, 8 s … */
export function retryDelay(attempts: number): number {
  return Math.min(1_000 * 2 ** (attempts - 1), 300_000)
}

export interface JobRow {
  id: string
  kind: string
  key: string
  state: JobState
  payload: JsonText<unknown>
  resumePoint: JsonText<unknown> | null
  done: number
  total: number | null
  unit: string | null
  attempts: number
  error: string | null
  runAt: string
  leaseUntil: string | null
  createdAt: string
  updatedAt: string
}

/** In the column of errors a reason in both languages is JSON; one in English alone is its text. */
export const readReason = (error: string): Text =>
  error.startsWith('{"en":') ? readJson(error as JsonText<Text>) : { en: error, zh: error }

const maxShown = 100

type Later = 'resumePoint' | 'total' | 'unit' | 'error' | 'leaseUntil'

export interface JobTables {
  jobs: Omit<JobRow, Later> & { [Column in Later]: Generated<JobRow[Column]> }
}

export type JobStore = ReturnType<typeof createJobStore>

const unended = ['queued', 'running'] as const

function unendedJobs(database: Database) {
  const query = database.query<JobTables>()
  return {
    async kinds(): Promise<string[]> {
      const rows = query.selectFrom('jobs').select('kind').distinct().where('state', 'in', unended)
      return (await rows.execute()).map(({ kind }) => kind)
    },
    unendedOf(kinds: readonly string[]): Promise<JobRow[]> {
      const rows = query.selectFrom('jobs').selectAll().where('state', 'in', unended)
      return rows.where('kind', 'in', [...kinds]).execute()
    },
  }
}

export function createJobStore(database: Database) {
  const query = database.query<JobTables>()
  return {
    add: ({ now, ...job }: Pick<JobRow, 'id' | 'kind' | 'key' | 'payload'> & { now: string }) =>
      query
        .insertInto('jobs')
        .values({ ...job, state: 'queued', done: 0, attempts: 0, runAt: now, createdAt: now, updatedAt: now })
        .execute(),
    unended: (kind: string, key: string) =>
      query
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('state', 'in', unended)
        .executeTakeFirst(),
    latest: (kind: string, key: string) =>
      query
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', kind)
        .where('key', '=', key)
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ...unendedJobs(database),
    counts: () =>
      database
        .reader<JobTables>()
        .selectFrom('jobs')
        .select((row) => ['state', row.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute(),
    next: (kind: string) =>
      query
        .selectFrom('jobs')
        .selectAll()
        .where('state', '=', 'queued')
        .where('kind', '=', kind)
        .orderBy('runAt')
        .orderBy('createdAt')
        .limit(1)
        .executeTakeFirst(),
    byId: (id: string) => query.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst(),
    shown: (kinds: readonly string[], since: string) =>
      database
        .reader<JobTables>()
        .selectFrom('jobs')
        .selectAll()
        .where('kind', 'in', [...kinds])
        .where((row) => row.or([row('state', 'in', unended), row('updatedAt', '>', since)]))
        .orderBy('updatedAt', 'desc')
        .limit(maxShown)
        .execute(),
    /** Changes the state; false when the transition is not allowed from the present one. */
    async step(id: string, to: JobState, set: Partial<JobRow>): Promise<boolean> {
      const changed = await query
        .updateTable('jobs')
        .set({ ...set, state: to })
        .where('id', '=', id)
        .where('state', 'in', jobStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    update: (id: string, set: Partial<JobRow>) => query.updateTable('jobs').set(set).where('id', '=', id).execute(),
    extendLeases: (ids: readonly string[], leaseUntil: string) =>
      query.updateTable('jobs').set({ leaseUntil }).where('id', 'in', ids).execute(),
    requeueRunning: (updatedAt: string) =>
      query
        .updateTable('jobs')
        .set({ state: 'queued', leaseUntil: null, runAt: updatedAt, updatedAt })
        .where('state', '=', 'running')
        .execute(),
    forgetEnded: (previous: string) =>
      query.deleteFrom('jobs').where('state', 'not in', unended).where('updatedAt', '<', previous).execute(),
  }
}
