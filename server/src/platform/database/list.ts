import { termsOf } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import { contains } from './match.ts'
import type { SortColumn, SortKey } from './page.ts'

/** What a list can be sorted by: a column, or a key made of one. */
export type Orders = Readonly<Record<string, Omit<SortColumn, 'direction'>>>

/** Words in the order of a dictionary, whatever their case. */
export const inWords: SortKey = { name: 'words', of: (operand) => sql`lower(${operand})` }

/** A number inside a JSON column; what has none comes before the least, as does what a made-up cursor holds instead. */
export function numberIn(path: string): SortKey {
  const search = (operand: Expression<unknown>) => sql`json_extract(${operand}, ${`$.${path}`})`
  return {
    name: path,
    of: (operand) => sql`coalesce(case when json_valid(${operand}) then ${search(operand)} end, -1)`,
  }
}

/** The order that a list page asks for (`name`, `-createdAt`); rows alike stand in the order of their ids. */
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

/** Of rows with `createdAt` (and `tags`, where these are asked for), those that a list page asks for. */
export function narrow<Tables, Name extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  { search = '', createdFrom, createdBefore, tags = '' }: Narrowing,
  /** Where the words are looked for. */
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

/** Whether a JSON column that is a list of texts has the words somewhere in one of them. */
export function anyContains(column: string, words: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from json_each(${sql.ref(column)}) where ${contains('value', words)})`
}

/** Times are compared as texts: both must be written alike. */
const utc = (time: string) => new Date(time).toISOString()
