import type { Database } from '#platform/database/database'

export interface AccountRow {
  id: string
  username: string
  usernameKey: string
  passwordHash: string
  createdAt: string
}

export interface SessionRow {
  id: string
  accountId: string
  tokenHash: string
  mediaHash: string
  createdAt: string
  usedAt: string
}

export interface FailureRow {
  key: string
  count: number
  blockedUntil: string
}

interface AccountTables {
  accounts: AccountRow
  sessions: SessionRow
  signInFailures: FailureRow
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Rows of the accounts area. No rules here. */
export function createAccountStore(database: Database) {
  const query = database.query<AccountTables>()
  return {
    all: () => query.selectFrom('accounts').selectAll().orderBy('usernameKey').execute(),
    byName: (usernameKey: string) =>
      query.selectFrom('accounts').selectAll().where('usernameKey', '=', usernameKey).executeTakeFirst(),
    isEmpty: async () => (await query.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined,
    add: (row: AccountRow) => query.insertInto('accounts').values(row).execute(),
    setPassword: (id: string, passwordHash: string) =>
      query.updateTable('accounts').set({ passwordHash }).where('id', '=', id).execute(),

    session: (column: 'tokenHash' | 'mediaHash', hash: string) =>
      query
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
        .select(['sessions.id', 'sessions.createdAt', 'sessions.usedAt', 'sessions.accountId', 'accounts.username'])
        .select('accounts.createdAt as accountCreatedAt')
        .where(`sessions.${column}`, '=', hash)
        .executeTakeFirst(),
    addSession: (row: SessionRow) => query.insertInto('sessions').values(row).execute(),
    touchSession: (id: string, usedAt: string) =>
      query.updateTable('sessions').set({ usedAt }).where('id', '=', id).execute(),
    endSession: (id: string) => query.deleteFrom('sessions').where('id', '=', id).execute(),
    endSessions: (accountId: string) => query.deleteFrom('sessions').where('accountId', '=', accountId).execute(),
    endOldSessions: (before: { createdAt: string; usedAt: string }) =>
      query
        .deleteFrom('sessions')
        .where((is) => is.or([is('createdAt', '<', before.createdAt), is('usedAt', '<', before.usedAt)]))
        .execute(),

    failures: (key: string) => query.selectFrom('signInFailures').selectAll().where('key', '=', key).executeTakeFirst(),
    setFailures: (row: FailureRow) =>
      query
        .insertInto('signInFailures')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute(),
    forgetFailures: (key: string) => query.deleteFrom('signInFailures').where('key', '=', key).execute(),
    forgetOldFailures: (before: string) =>
      query.deleteFrom('signInFailures').where('blockedUntil', '<', before).execute(),
  }
}
