import type { AuditFilter } from '@vermilion/contract/accounts/audit'
import type { Page } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { AuditEntryRow, AuditTables } from '#platform/audit/audit'
import type { Database } from '#platform/database/database'
import { narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import type { SortKey } from '#platform/database/page'

const byName: SortKey = { name: 'name', of: (operand) => sql`lower(coalesce(${operand}, ''))` }
const orders = { createdAt: { column: 'createdAt' }, account: { column: 'account', by: byName } }

export type AuditRowFilter = Omit<AuditFilter, 'cursor' | 'limit' | 'sort'> & {
  /** Actions of which the words that are searched for are said. */
  readonly actions: readonly string[]
  /** Of what is called by the words. */
  readonly subjectIds: readonly string[]
}

/** Reads entries; they are written with what they are about. */
export function createAuditStore(database: Database) {
  const reader = database.reader<AuditTables>()

  function select({ account, resource, outcome, actions, subjectIds, ...filter }: AuditRowFilter) {
    const { search = '' } = filter
    const says = (column: string) => contains(column, search)
    let rows = narrow(reader.selectFrom('auditEntries').selectAll(), filter, [
      ...['account', 'tokenName', 'address', 'objects', 'error', 'requestId'].map(says),
      sql<SqlBool>`${sql.ref('action')} in (select value from json_each(${JSON.stringify(actions)}))`,
      sql<SqlBool>`exists (select 1 from json_each(${sql.ref('objects')}) as object
        where object.value in (select value from json_each(${JSON.stringify(subjectIds)})))`,
    ])
    if (account !== undefined) rows = rows.where('account', '=', account)
    if (resource !== undefined) rows = rows.where('resource', '=', resource)
    if (outcome !== undefined) rows = rows.where('error', outcome === 'done' ? 'is' : 'is not', null)
    return rows
  }

  return {
    page: (
      filter: AuditRowFilter,
      page: Pick<AuditFilter, 'cursor' | 'limit' | 'sort'>,
    ): Promise<Page<AuditEntryRow>> =>
      readPage(select(filter), { ...page, sort: orderOf(orders, page.sort, '-createdAt') }),
    all: (filter: AuditRowFilter): AsyncIterable<AuditEntryRow> =>
      select(filter).orderBy('createdAt', 'desc').orderBy('id', 'desc').stream(),
    async choices(): Promise<{ accounts: string[]; resources: string[] }> {
      const rows = reader.selectFrom('auditEntries')
      const accounts = await rows
        .select('account')
        .distinct()
        .where('account', 'is not', null)
        .orderBy('account')
        .execute()
      const resources = await rows.select('resource').distinct().orderBy('resource').execute()
      return {
        accounts: accounts.flatMap(({ account }) => account ?? []),
        resources: resources.map(({ resource }) => resource),
      }
    },
  }
}
