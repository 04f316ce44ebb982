import { auditDays } from '@vermilion/contract/accounts/audit'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { writeJson, type JsonText } from '#platform/database/columns'
import { newId } from '#platform/ids'

export interface AuditEntryRow {
  readonly id: string
  readonly createdAt: string
  readonly account: string | null
  readonly credential: 'session' | 'access-token' | null
  readonly tokenName: string | null
  readonly address: string
  readonly action: string
  /** First word of the path. */
  readonly resource: string
  readonly objects: JsonText<Readonly<Record<string, string>>>
  readonly error: string | null
  readonly requestId: string
}

export interface AuditTables {
  auditEntries: AuditEntryRow
}

/** A call that changed something or was refused. */
export type AuditedCall = Pick<
  AuditEntryRow,
  'account' | 'credential' | 'tokenName' | 'address' | 'error' | 'requestId'
> & {
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>
  readonly params: Readonly<Record<string, unknown>>
}

export type Audit = ReturnType<typeof createAudit>

export const actionOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
export const resourceOf = ({ path }: Pick<Endpoint, 'path'>) => path.split('/')[1] ?? ''
const day = 24 * 3_600_000

/** Bodies and responses are left out of the audit log: they may hold secrets. */
export function createAudit({ database, clock }: { database: Database; clock: Clock }) {
  const query = database.query<AuditTables>()
  return {
    /** Joins the caller's transaction, so that nothing is changed without an entry. */
    async record({ endpoint, params, ...call }: AuditedCall): Promise<void> {
      const objects = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
      const described = { action: actionOf(endpoint), resource: resourceOf(endpoint), objects: writeJson(objects) }
      await database.write(
        query
          .insertInto('auditEntries')
          .values({ id: newId(), createdAt: clock.time(), ...described, ...call })
          .compile(),
      )
    },
    async forgetOld(): Promise<void> {
      const oldest = new Date(clock.now() - auditDays * day).toISOString()
      await query.deleteFrom('auditEntries').where('createdAt', '<', oldest).execute()
    },
  }
}
