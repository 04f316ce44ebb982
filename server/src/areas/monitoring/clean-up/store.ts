import type { CleanUp, CleanUpKind } from '@vermilion/contract/monitoring/clean-ups'
import { readJson, writeJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'

interface CleanUpRow extends Omit<CleanUp, 'kinds'> {
  id: string
  kinds: JsonText<CleanUpKind[]>
}

export const cleanUpState = statusTable<CleanUp['state']>('clean-up', {
  queued: ['running', 'failed', 'stopped'],
  running: ['done', 'failed', 'stopped'],
  done: [],
  failed: [],
  stopped: [],
})

export type CleanUpStore = ReturnType<typeof createCleanUpStore>

/** Rows of clean-ups. No rules here. */
export function createCleanUpStore(database: Database) {
  const query = database.query<{ cleanUps: CleanUpRow }>()
  return {
    async last(): Promise<(CleanUp & { id: string }) | undefined> {
      const row = await query
        .selectFrom('cleanUps')
        .selectAll()
        .orderBy('startedAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && { ...row, kinds: readJson(row.kinds) }
    },
    async find(id: string): Promise<(CleanUp & { id: string }) | undefined> {
      const row = await query.selectFrom('cleanUps').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { ...row, kinds: readJson(row.kinds) }
    },
    add: ({ kinds, ...row }: CleanUp & { id: string }) =>
      query
        .insertInto('cleanUps')
        .values({ ...row, kinds: writeJson(kinds) })
        .execute(),
    count: (id: string, { files, bytes }: { files: number; bytes: number }) =>
      query
        .updateTable('cleanUps')
        .set((row) => ({ files: row('files', '+', files), bytes: row('bytes', '+', bytes) }))
        .where('id', '=', id)
        .execute(),
    step: (id: string, state: CleanUp['state'], set: Partial<Pick<CleanUp, 'endedAt' | 'error'>> = {}) =>
      query
        .updateTable('cleanUps')
        .set({ ...set, state })
        .where('id', '=', id)
        .where('state', 'in', cleanUpState.sources(state))
        .execute(),
  }
}
