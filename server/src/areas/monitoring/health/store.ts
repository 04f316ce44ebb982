import type { HealthResult, HealthRun } from '@vermilion/contract/monitoring/health'
import type { Text } from '@vermilion/contract/kernel/text'
import { flag, type Flag, type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'

export interface StoredResult extends HealthResult {
  readonly state: Exclude<HealthResult['state'], 'not-run'>
  readonly checkedAt: string
  readonly took: number
}

interface ResultRow extends Omit<StoredResult, 'findings'> {
  findings: JsonText<Text[]>
}

export interface StoredRun extends Omit<HealthRun, 'current'> {
  readonly id: string
}

const nobody = ''

interface RunRow extends Omit<StoredRun, 'checks' | 'repair' | 'startedBy'> {
  startedBy: string
  checks: JsonText<StoredRun['checks']>
  repair: Flag
}

const runState = statusTable<HealthRun['state']>('health-run', {
  queued: ['running', 'failed', 'stopped'],
  running: ['done', 'failed', 'stopped'],
  done: [],
  failed: [],
  stopped: [],
})

const runOf = (row: RunRow): StoredRun => ({
  ...row,
  checks: readJson(row.checks),
  repair: row.repair === 1,
  startedBy: row.startedBy === nobody ? null : row.startedBy,
})

export type HealthStore = ReturnType<typeof createHealthStore>

export function createHealthStore(database: Database) {
  const query = database.query<{ healthResults: ResultRow; healthRuns: RunRow }>()
  return {
    async results(): Promise<StoredResult[]> {
      const rows = await query.selectFrom('healthResults').selectAll().execute()
      return rows.map((row) => ({ ...row, findings: readJson(row.findings) }))
    },
    /** An earlier repair stays when nothing was repaired this time. */
    async keep({ findings, repairedAt, repairedBy, ...result }: StoredResult): Promise<void> {
      const row = { ...result, findings: writeJson(findings) }
      const repaired = { repairedAt, repairedBy }
      await query
        .insertInto('healthResults')
        .values({ ...row, ...repaired })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ ...row, ...(repairedAt === null ? {} : repaired) }),
        )
        .execute()
    },
    async lastRun(): Promise<StoredRun | undefined> {
      const row = await query
        .selectFrom('healthRuns')
        .selectAll()
        .orderBy('startedAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && runOf(row)
    },
    async findRun(id: string): Promise<StoredRun | undefined> {
      const row = await query.selectFrom('healthRuns').selectAll().where('id', '=', id).executeTakeFirst()
      return row && runOf(row)
    },
    async addRun({ checks, repair, ...run }: StoredRun): Promise<void> {
      await query.deleteFrom('healthRuns').where('endedAt', 'is not', null).execute()
      await query
        .insertInto('healthRuns')
        .values({ ...run, checks: writeJson(checks), repair: flag(repair), startedBy: run.startedBy ?? nobody })
        .execute()
    },
    count: (id: string, done: number) => query.updateTable('healthRuns').set({ done }).where('id', '=', id).execute(),
    step: (id: string, state: HealthRun['state'], set: Partial<Pick<RunRow, 'endedAt' | 'error'>> = {}) =>
      query
        .updateTable('healthRuns')
        .set({ ...set, state })
        .where('id', '=', id)
        .where('state', 'in', runState.sources(state))
        .execute(),
  }
}
