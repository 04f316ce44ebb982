import type { Database } from '#platform/database/database'
import type { AccountTables, SessionRow } from './store.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

/** Rows of sessions. Whatever ends some answers their ids. */
export function createSessionStore(database: Database) {
  const query = database.query<AccountTables>()
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return {
    add: (row: SessionRow) => query.insertInto('sessions').values(row).execute(),
    byHash: (column: 'tokenHash' | 'mediaHash', hash: string) =>
      query
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
        .select(['sessions.id', 'sessions.createdAt', 'sessions.usedAt', 'sessions.accountId', 'accounts.username'])
        .select('accounts.createdAt as accountCreatedAt')
        .where(`sessions.${column}`, '=', hash)
        .executeTakeFirst(),
    byIds: (ids: readonly string[]) => query.selectFrom('sessions').selectAll().where('id', 'in', ids).execute(),
    ofAccount: (accountId: string) =>
      query.selectFrom('sessions').selectAll().where('accountId', '=', accountId).orderBy('usedAt', 'desc').execute(),
    touch: (id: string, change: Pick<SessionRow, 'usedAt' | 'address'>) =>
      query.updateTable('sessions').set(change).where('id', '=', id).execute(),
    end: async (accountId: string, ids: readonly string[]) =>
      idsOf(
        await query
          .deleteFrom('sessions')
          .where('accountId', '=', accountId)
          .where('id', 'in', ids)
          .returning('id')
          .execute(),
      ),
    endAllBut: async (accountId: string, kept: string) =>
      idsOf(
        await query
          .deleteFrom('sessions')
          .where('accountId', '=', accountId)
          .where('id', '!=', kept)
          .returning('id')
          .execute(),
      ),
    endOld: (before: { createdAt: string; usedAt: string }) =>
      query
        .deleteFrom('sessions')
        .where((is) => is.or([is('createdAt', '<', before.createdAt), is('usedAt', '<', before.usedAt)]))
        .execute(),
  }
}
