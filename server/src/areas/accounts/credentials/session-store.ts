import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { prepareQuery, type PlaceholderOf } from '#platform/database/prepared-query'
import type { AccountTables, SessionRow } from '../store.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

/** Deletions return the ended sessions. */
export function createSessionStore(database: Database) {
  const query = database.query<AccountTables>()
  /** Prepared, since every call reads it. */
  const prepareByHash = (column: 'tokenHash' | 'mediaHash') =>
    prepareQuery(query, (from, placeholder: PlaceholderOf<{ hash: string }>) =>
      from
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
        .select(['sessions.id', 'sessions.createdAt', 'sessions.usedAt', 'sessions.accountId', 'accounts.username'])
        .select('accounts.createdAt as accountCreatedAt')
        .where(`sessions.${column}`, '=', placeholder('hash'))
        .where('accounts.disabledAt', 'is', null),
    )
  const byHash = { tokenHash: prepareByHash('tokenHash'), mediaHash: prepareByHash('mediaHash') }
  const byId = prepareQuery(query, (from, placeholder: PlaceholderOf<{ id: string }>) =>
    from
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
      .select(['sessions.createdAt', 'sessions.usedAt'])
      .where('sessions.id', '=', placeholder('id'))
      .where('accounts.disabledAt', 'is', null),
  )
  return {
    add: (row: SessionRow) => query.insertInto('sessions').values(row).execute(),
    byHash: async (column: 'tokenHash' | 'mediaHash', hash: string) => (await byHash[column]({ hash }))[0],
    enabledById: async (id: string) => (await byId({ id }))[0],
    byIds: (ids: readonly string[]) => query.selectFrom('sessions').selectAll().where('id', 'in', ids).execute(),
    ofAccount: (accountId: string) =>
      query
        .selectFrom('sessions')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('usedAt', 'desc')
        .orderBy(dialect.rowNumber())
        .execute(),
    async touch(
      { id, accountId }: Pick<SessionRow, 'id' | 'accountId'>,
      change: Pick<SessionRow, 'usedAt' | 'address'>,
    ) {
      await query.updateTable('sessions').set(change).where('id', '=', id).execute()
      await query.updateTable('accounts').set({ seenAt: change.usedAt }).where('id', '=', accountId).execute()
    },
    openOf: (accountIds: readonly string[], since: { createdAt: string; usedAt: string }) =>
      query
        .selectFrom('sessions')
        .select(({ fn }) => ['accountId', fn.countAll<number>().as('count')])
        .where('accountId', 'in', accountIds)
        .where('createdAt', '>=', since.createdAt)
        .where('usedAt', '>=', since.usedAt)
        .groupBy('accountId')
        .execute(),
    end: async (accountId: string, ids: readonly string[]) => {
      const rows = await query
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .where('id', 'in', ids)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    endAllBut: (accountId: string, retained: string) =>
      query
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .where('id', '!=', retained)
        .returning(['id', 'createdAt', 'usedAt'])
        .execute(),
    endOld: (previous: { createdAt: string; usedAt: string }) =>
      query
        .deleteFrom('sessions')
        .where((is) => is.or([is('createdAt', '<', previous.createdAt), is('usedAt', '<', previous.usedAt)]))
        .execute(),
  }
}
