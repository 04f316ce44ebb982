import { termsOf } from '@vermilion/contract/kernel/page'
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { dialect, type Operand } from './dialect.ts'
import { contains } from './match.ts'
import type { SortColumn, SortKey } from './page.ts'

export type Orders = Readonly<Record<string, Omit<SortColumn, 'direction'>>>

/** Sorts texts as a dictionary does, regardless of case. */
export const alphabetical: SortKey = { name: 'words', of: (operand) => sql`lower(${operand})` }

/** Sorts by the first of these numbers in a JSON column. Missing numbers, and values from a forged cursor, sort first. */
export function numberIn(...keys: [string, ...string[]]): SortKey {
  return {
    name: keys.join(' '),
    of: (operand) => sql`coalesce(${dialect.whenJson(operand, (json) => firstNumber(json, keys))}, -1)`,
  }
}

export function firstNumber(json: Operand, keys: readonly string[]): RawBuilder<number | null> {
  return sql`coalesce(${sql.join([...keys.map((key) => dialect.numberAt(json, key)), sql`null`])})`
}

/** Parses a page's order (`name`, `-createdAt`); equal rows are sorted by id. */
export function orderOf(orders: Orders, sort: string | undefined, usual: string): SortColumn[] {
  const request = sort ?? usual
  const direction = request.startsWith('-') ? 'desc' : 'asc'
  const order = orders[request.replace(/^-/, '')]
  if (order === undefined) throw new Error(`there is no order ${request}`)
  return [
    { ...order, direction },
    { column: 'id', direction },
  ]
}

interface Narrowing {
  search?: string | undefined
  createdFrom?: string | undefined
  createdBefore?: string | undefined
  tags?: string | undefined
}

/** Filters rows by `createdAt`, and by `tags` and text where the page asks for it. */
export function narrow<Tables, Name extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  { search = '', createdFrom, createdBefore, tags = '' }: Narrowing,
  searched: readonly Expression<SqlBool>[],
): SelectQueryBuilder<Tables, Name, Row> {
  let selected = rows
  if (search !== '') selected = selected.where(sql<SqlBool>`(${sql.join(searched, sql` or `)})`)
  if (createdFrom !== undefined) selected = selected.where(sql<SqlBool>`${sql.ref('createdAt')} >= ${utc(createdFrom)}`)
  if (createdBefore !== undefined)
    selected = selected.where(sql<SqlBool>`${sql.ref('createdAt')} < ${utc(createdBefore)}`)
  for (const term of termsOf(tags)) selected = selected.where(anyContains('tags', term))
  return selected
}

export function anyContains(column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from ${dialect.elements(column)} as "element" where ${contains('element.value', text)})`
}

/** Times are compared as texts, so both need the same format. */
export const utc = (time: string) => new Date(time).toISOString()
