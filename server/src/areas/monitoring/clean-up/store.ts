import type { CleanUp, CleanUpKind } from '@vermilion/contract/monitoring/clean-ups'
import { readJson, writeJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'

const maxListed = 50

interface CleanUpRow extends Omit<CleanUp, 'kinds'> {
  kinds: JsonText<CleanUpKind[]>
}

export const cleanUpState = statusTable<CleanUp['state']>('clean-up', {
  queued: ['running', 'failed', 'stopped'],
  running: ['done', 'failed', 'stopped'],
  done: [],
  failed: [],
  stopped: [],
})

/** A failed restore or release stays held. */
export const cleanUpHold = statusTable<CleanUp['hold']>('clean-up hold', {
  none: ['held'],
  held: ['restoring', 'releasing'],
  restoring: ['restored', 'held'],
  releasing: ['released', 'held'],
  restored: [],
  released: [],
})

export type CleanUpStore = ReturnType<typeof createCleanUpStore>

export function createCleanUpStore(database: Database) {
  const query = database.query<{ cleanUps: CleanUpRow }>()
  return {
    async last(): Promise<CleanUp | undefined> {
      const row = await query
        .selectFrom('cleanUps')
        .selectAll()
        .orderBy('startedAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && { ...row, kinds: readJson(row.kinds) }
    },
    async find(id: string): Promise<CleanUp | undefined> {
      const row = await query.selectFrom('cleanUps').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { ...row, kinds: readJson(row.kinds) }
    },
    add: ({ kinds, ...row }: CleanUp) =>
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
    async stepHold(
      id: string,
      hold: CleanUp['hold'],
      set: Partial<Pick<CleanUp, 'heldFiles' | 'heldBytes' | 'heldUntil'>> = {},
    ): Promise<boolean> {
      const step = query
        .updateTable('cleanUps')
        .set({ ...set, hold })
        .where('id', '=', id)
        .where('hold', 'in', cleanUpHold.sources(hold))
      return Number((await step.executeTakeFirst()).numUpdatedRows) > 0
    },
    async holding(expiredBy?: string): Promise<CleanUp[]> {
      const held = query.selectFrom('cleanUps').selectAll().where('hold', 'in', ['held', 'restoring', 'releasing'])
      const expired = expiredBy === undefined ? held : held.where('heldUntil', '<=', expiredBy)
      const rows = await expired.orderBy('startedAt', 'desc').limit(maxListed).execute()
      return rows.map((row) => ({ ...row, kinds: readJson(row.kinds) }))
    },
  }
}
