import type { Database } from '#platform/database/database'
import type { AccountRow } from '../store.ts'

interface IdentityRow {
  id: string
  accountId: string
  issuer: string
  subject: string
  name: string
  linkedAt: string
  usedAt: string | null
}

interface IdentitySessionRow {
  sessionId: string
  identityId: string
  /** How the provider calls its session, where it says so. */
  providerSession: string | null
  /** The ID token, by which the provider knows whom to sign out. */
  sealedToken: string
}

interface IdentityTables {
  identities: IdentityRow
  identitySessions: IdentitySessionRow
  accounts: AccountRow
}

/** Identities at one provider. */
export function createIdentityStore(database: Database, issuer: string) {
  const query = database.query<IdentityTables>()
  const identities = () => query.selectFrom('identities').where('issuer', '=', issuer)
  const sessions = () => identities().innerJoin('identitySessions', 'identitySessions.identityId', 'identities.id')
  return {
    bySubject: (subject: string) =>
      identities().select(['id', 'accountId']).where('subject', '=', subject).executeTakeFirst(),
    ofAccount: (accountId: string) =>
      identities().select(['name', 'linkedAt', 'usedAt']).where('accountId', '=', accountId).executeTakeFirst(),
    add: (row: Omit<IdentityRow, 'issuer'>) =>
      query
        .insertInto('identities')
        .values({ ...row, issuer })
        .execute(),
    touch: (id: string, change: Pick<IdentityRow, 'name' | 'usedAt'>) =>
      query.updateTable('identities').set(change).where('id', '=', id).execute(),
    remove: (accountId: string) =>
      query.deleteFrom('identities').where('issuer', '=', issuer).where('accountId', '=', accountId).execute(),
    addSession: (row: IdentitySessionRow) => query.insertInto('identitySessions').values(row).execute(),
    tokenOf: async (sessionId: string) =>
      (await sessions().select('sealedToken').where('sessionId', '=', sessionId).executeTakeFirst())?.sealedToken,
    /** Sessions of the subject, of the provider's session, or of that session of that subject. */
    sessionsOf: (whose: { subject?: string; providerSession?: string }) =>
      sessions()
        .innerJoin('accounts', 'accounts.id', 'identities.accountId')
        .select(['identitySessions.sessionId as id', 'identities.accountId', 'accounts.username'])
        .where((is) => is.and(whose))
        .execute(),
  }
}
