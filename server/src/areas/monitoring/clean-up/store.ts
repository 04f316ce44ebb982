import type { CleanUp, CleanUpKind } from '@vermilion/contract/monitoring/clean-ups'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
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
  const rows = () => query.selectFrom('cleanUps').selectAll()
  const update = (id: string, set: Partial<CleanUpRow>) => query.updateTable('cleanUps').set(set).where('id', '=', id)
  const cleanUpOf = (row: CleanUpRow): CleanUp => ({ ...row, kinds: readJson(row.kinds) })
  return {
    async last(): Promise<CleanUp | undefined> {
      const row = await rows().orderBy('startedAt', 'desc').limit(1).executeTakeFirst()
      return row && cleanUpOf(row)
    },
    async find(id: string): Promise<CleanUp | undefined> {
      const row = await rows().where('id', '=', id).executeTakeFirst()
      return row && cleanUpOf(row)
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
      update(id, { ...set, state })
        .where('state', 'in', cleanUpState.sources(state))
        .execute(),
    async stepHold(
      id: string,
      hold: CleanUp['hold'],
      set: Partial<Pick<CleanUp, 'heldFiles' | 'heldBytes' | 'heldUntil'>> = {},
    ): Promise<boolean> {
      const step = update(id, { ...set, hold }).where('hold', 'in', cleanUpHold.sources(hold))
      return Number((await step.executeTakeFirst()).numUpdatedRows) > 0
    },
    async holding(expiredBy?: string): Promise<CleanUp[]> {
      const held = rows().where('hold', 'in', ['held', 'restoring', 'releasing'])
      const expired = expiredBy === undefined ? held : held.where('heldUntil', '<=', expiredBy)
      return (await expired.orderBy('startedAt', 'desc').limit(maxListed).execute()).map(cleanUpOf)
    },
  }
}
