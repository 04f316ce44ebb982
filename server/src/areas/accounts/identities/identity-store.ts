import type { Database } from '#platform/database/database'
import type { SessionRow } from '../store.ts'

export interface IdentityRow {
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
  sessions: SessionRow
}

/** Identities at one provider. */
export function createIdentityStore(database: Database, issuer: string) {
  const query = database.query<IdentityTables>()
  const identities = () => query.selectFrom('identities').selectAll().where('issuer', '=', issuer)
  return {
    bySubject: (subject: string) => identities().where('subject', '=', subject).executeTakeFirst(),
    ofAccount: (accountId: string) => identities().where('accountId', '=', accountId).executeTakeFirst(),
    add: (row: Omit<IdentityRow, 'issuer'>) =>
      query
        .insertInto('identities')
        .values({ ...row, issuer })
        .execute(),
    touch: (id: string, change: Pick<IdentityRow, 'name' | 'usedAt'>) =>
      query.updateTable('identities').set(change).where('id', '=', id).execute(),
    remove: (id: string) => query.deleteFrom('identities').where('id', '=', id).execute(),
    addSession: (row: IdentitySessionRow) => query.insertInto('identitySessions').values(row).execute(),
    tokenOf: async (sessionId: string) =>
      (
        await query
          .selectFrom('identitySessions')
          .innerJoin('identities', 'identities.id', 'identitySessions.identityId')
          .select('identitySessions.sealedToken')
          .where('identitySessions.sessionId', '=', sessionId)
          .where('identities.issuer', '=', issuer)
          .executeTakeFirst()
      )?.sealedToken,
    sessionsOf: ({
      subject,
      providerSession,
    }: {
      subject?: string | undefined
      providerSession?: string | undefined
    }) =>
      query
        .selectFrom('identitySessions')
        .innerJoin('identities', 'identities.id', 'identitySessions.identityId')
        .select(['identitySessions.sessionId as id', 'identities.accountId'])
        .where('identities.issuer', '=', issuer)
        .$if(subject !== undefined, (rows) => rows.where('identities.subject', '=', subject ?? ''))
        .$if(providerSession !== undefined, (rows) =>
          rows.where('identitySessions.providerSession', '=', providerSession ?? ''),
        )
        .execute(),
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
