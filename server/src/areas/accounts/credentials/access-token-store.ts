import type { Database } from '#platform/database/database'
import type { AccessTokenRow, AccountTables } from '../store.ts'

export function createAccessTokenStore(database: Database) {
  const query = database.query<AccountTables>()
  const withAccount = () =>
    query.selectFrom('accessTokens as token').innerJoin('accounts', 'accounts.id', 'token.accountId')

  return {
    add: (row: AccessTokenRow) => query.insertInto('accessTokens').values(row).execute(),
    byHash: (hash: string) =>
      withAccount()
        .selectAll('token')
        .select(['accounts.username', 'accounts.createdAt as accountCreatedAt'])
        .where('token.tokenHash', '=', hash)
        .where('accounts.disabledAt', 'is', null)
        .executeTakeFirst(),
    enabledById: (id: string) =>
      withAccount()
        .selectAll('token')
        .where('token.id', '=', id)
        .where('accounts.disabledAt', 'is', null)
        .executeTakeFirst(),
    byIds: (ids: readonly string[]) => query.selectFrom('accessTokens').selectAll().where('id', 'in', ids).execute(),
    ofAccount: (accountId: string) =>
      query
        .selectFrom('accessTokens')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    expiring: () =>
      withAccount()
        .select(['token.id', 'token.name', 'token.expiresAt', 'accounts.username'])
        .where('token.expiresAt', 'is not', null)
        .$narrowType<{ expiresAt: string }>()
        .execute(),
    async touch({ id, accountId }: Pick<AccessTokenRow, 'id' | 'accountId'>, usedAt: string) {
      await query.updateTable('accessTokens').set({ usedAt }).where('id', '=', id).execute()
      await query.updateTable('accounts').set({ seenAt: usedAt }).where('id', '=', accountId).execute()
    },
    validOf: (accountIds: readonly string[], now: string) =>
      query
        .selectFrom('accessTokens')
        .select(({ fn }) => ['accountId', fn.countAll<number>().as('count')])
        .where('accountId', 'in', accountIds)
        .where((is) => is.or([is('expiresAt', 'is', null), is('expiresAt', '>', now)]))
        .groupBy('accountId')
        .execute(),
    revoke: (accountId: string, id: string) =>
      query
        .deleteFrom('accessTokens')
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .returning('id')
        .execute(),
    revokeAll: (accountId: string) =>
      query.deleteFrom('accessTokens').where('accountId', '=', accountId).returning('id').execute(),
  }
}
