import { auditGroupMinutes } from '@vermilion/contract/accounts/audit'
import type { AuditFilter } from '@vermilion/contract/accounts/audit'
import type { Page } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { AuditEntryRow, AuditTables } from '#platform/audit/audit'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { narrow, orderOf } from '#platform/database/list'
import { anyContain } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import type { SortKey } from '#platform/database/page'

const byName: SortKey = { name: 'name', of: (operand) => sql`lower(coalesce(${operand}, ''))` }
const orders = { createdAt: { column: 'createdAt' }, account: { column: 'account', by: byName } }

export type AuditRowFilter = Omit<AuditFilter, 'cursor' | 'limit' | 'sort'> & {
  readonly actions: readonly string[]
  readonly subjectIds: readonly string[]
}

export type AuditGroupRow = AuditEntryRow & {
  readonly count: number
  readonly since: string
  readonly objectCount: number
}

const sameInGroup = ['account', 'tokenName', 'action', 'error'] as const

type Position = Pick<AuditEntryRow, 'createdAt' | 'id'>
const isBeside = (operator: '<' | '<=' | '>' | '>=', { createdAt, id }: Position) =>
  sql<SqlBool>`(${sql.ref('createdAt')}, ${sql.ref('id')}) ${sql.raw(operator)} (${createdAt}, ${id})`

type Paging = Pick<AuditFilter, 'cursor' | 'limit' | 'sort'>

const readerOf = (database: Database) => database.reader<AuditTables>()

export function createAuditStore(database: Database) {
  const reader = readerOf(database)

  function select({ account, resource, outcome, actions, subjectIds, ...filter }: AuditRowFilter) {
    const { search = '' } = filter
    const isAboutSubject = sql<SqlBool>`exists (select 1 from ${dialect.members('objects')} as "object"
      where "object"."value" in ${dialect.texts(subjectIds)})`
    let rows = narrow(reader.selectFrom('auditEntries').selectAll(), filter, [
      sql<SqlBool>`${sql.ref('action')} in ${dialect.texts(actions)}`,
      anyContain(['account', 'tokenName', 'address', 'objects', 'error', 'requestId'], search),
      ...(subjectIds.length > 0 ? [isAboutSubject] : []),
    ])
    if (account !== undefined) rows = rows.where('account', '=', account)
    if (resource !== undefined) rows = rows.where('resource', '=', resource)
    if (outcome !== undefined) rows = rows.where('error', outcome === 'done' ? 'is' : 'is not', null)
    return rows
  }

  /** Entries whose next newer match differs in action, caller or outcome, or is too far away in time. No page splits a group. */
  function selectHeads(filter: AuditRowFilter) {
    const isPast = sql<SqlBool>`(${sql.ref('createdAt')}, ${sql.ref('id')}) > (${sql.ref('entry.createdAt')}, ${sql.ref('entry.id')})`
    const newer = select(filter).where(isPast).orderBy('createdAt').orderBy('id').limit(1)
    const seconds = sql`${dialect.seconds('newer.createdAt')} - ${dialect.seconds('entry.createdAt')}`
    const isSame = sameInGroup.map(
      (name) => sql`${sql.ref(`newer.${name}`)} is not distinct from ${sql.ref(`entry.${name}`)}`,
    )
    const inGroup = sql<SqlBool>`${sql.join(isSame, sql` and `)} and ${seconds} <= ${auditGroupMinutes * 60}`
    return reader
      .selectFrom(select(filter).as('entry'))
      .selectAll()
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom(newer.as('newer')).select('newer.id').where(inGroup))),
      )
  }

  async function selectMembers(filter: AuditRowFilter, head: Position) {
    const next = await selectHeads(filter)
      .where(isBeside('<', head))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const members = select(filter).where(isBeside('<=', head))
    return next === undefined ? members : members.where(isBeside('>', next))
  }

  async function summarize(filter: AuditRowFilter, head: AuditEntryRow): Promise<AuditGroupRow> {
    const sums = (await selectMembers(filter, head))
      .clearSelect()
      .select([
        sql<number>`count(*)`.as('count'),
        sql<string>`min(${sql.ref('createdAt')})`.as('since'),
        sql<number>`count(distinct ${sql.ref('objects')})`.as('objectCount'),
      ])
    return { ...head, ...(await sums.executeTakeFirstOrThrow()) }
  }

  async function selectGroup(filter: AuditRowFilter, id: string) {
    const member = await select(filter).where('id', '=', id).executeTakeFirst()
    if (member === undefined) return select(filter).where('id', '=', id)
    const heads = selectHeads(filter).where(isBeside('>=', member)).orderBy('createdAt').orderBy('id').limit(1)
    return selectMembers(filter, await heads.executeTakeFirstOrThrow())
  }

  const inOrder = (page: Paging) => ({ ...page, sort: orderOf(orders, page.sort, '-createdAt') })
  return {
    page: async (filter: AuditRowFilter, page: Paging, group?: string): Promise<Page<AuditEntryRow>> =>
      readPage(group === undefined ? select(filter) : await selectGroup(filter, group), inOrder(page)),
    async groups(filter: AuditRowFilter, page: Paging): Promise<Page<AuditGroupRow>> {
      const heads = await readPage(selectHeads(filter), inOrder(page))
      return { ...heads, items: await Promise.all(heads.items.map((head) => summarize(filter, head))) }
    },
    all: (filter: AuditRowFilter): AsyncIterable<AuditEntryRow> =>
      select(filter).orderBy('createdAt', 'desc').orderBy('id', 'desc').stream(),
    choices: async () => ({
      accounts: await valuesOf(reader, 'account'),
      resources: await valuesOf(reader, 'resource'),
    }),
  }
}

/** Each value of a column once, from one to the next in its index: for `distinct` PostgreSQL reads all rows. */
async function valuesOf(reader: ReturnType<typeof readerOf>, name: 'account' | 'resource'): Promise<string[]> {
  const column = sql.ref(name)
  const { rows } = await sql<{ value: string }>`with recursive "found" ("value") as (
    select min(${column}) from "auditEntries" union all
    select (select min(${column}) from "auditEntries" where ${column} > "value") from "found" where "value" is not null
  ) select "value" from "found" where "value" is not null order by "value"`.execute(reader)
  return rows.map(({ value }) => value)
}
