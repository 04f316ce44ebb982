import type { AccessScope } from '@vermilion/contract/accounts'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

export interface AccountRow {
  id: string
  username: string
  usernameKey: string
  passwordHash: string
  createdAt: string
  disabledAt: string | null
  seenAt: string | null
}

export interface SessionRow {
  id: string
  accountId: string
  tokenHash: string
  mediaHash: string
  createdAt: string
  usedAt: string
  address: string | null
  userAgent: string | null
}

export interface AccessTokenRow {
  id: string
  accountId: string
  name: string
  scope: AccessScope
  nameKey: string
  tokenHash: string
  createdAt: string
  expiresAt: string | null
  usedAt: string | null
}

export interface AccountTables {
  accounts: AccountRow
  sessions: SessionRow
  accessTokens: AccessTokenRow
}

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(database: Database) {
  const query = database.query<AccountTables>()
  return {
    all: () => query.selectFrom('accounts').selectAll().orderBy('usernameKey').execute(),
    usernames: async () =>
      (await query.selectFrom('accounts').select('username').execute()).map(({ username }) => username),
    byName: (usernameKey: string) =>
      query.selectFrom('accounts').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst(),
    byId: (id: string) => query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    find: (id: string) => query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),
    hasOtherEnabled: async (id: string) =>
      (await query
        .selectFrom('accounts')
        .select('id')
        .where('id', '!=', id)
        .where('disabledAt', 'is', null)
        .limit(1)
        .executeTakeFirst()) !== undefined,
    setDisabled: (id: string, disabledAt: string | null) =>
      query.updateTable('accounts').set({ disabledAt }).where('id', '=', id).execute(),
    page: (request: PageQuery) =>
      readPage(
        database
          .reader<AccountTables>()
          .selectFrom('accounts')
          .select(['id', 'username', 'usernameKey', 'createdAt', 'disabledAt', 'seenAt']),
        { ...request, sort: [{ column: 'usernameKey', direction: 'asc' }] },
      ),
    isEmpty: async () => (await query.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined,
    add: (row: AccountRow) => query.insertInto('accounts').values(row).execute(),
    setPassword: (id: string, passwordHash: string) =>
      query.updateTable('accounts').set({ passwordHash }).where('id', '=', id).execute(),
  }
}
