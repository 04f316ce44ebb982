import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'

/** One column of a page's order. It must be selected under its own name; it may be null only where `by` replaces null. */
export interface SortColumn {
  /** `createdAt`, or `files.createdAt` where several tables have one. */
  readonly column: string
  readonly direction: 'asc' | 'desc'
  /** Compared instead of the column itself: the folded text, or a number inside a document. */
  readonly by?: SortKey
}

export interface SortKey {
  readonly name: string
  of(operand: Expression<unknown>): Expression<unknown>
}

/** The order of a list from its newest row, by a column of times. */
export const newestFirst = (column: string): readonly SortColumn[] => [
  { column, direction: 'desc' },
  { column: 'id', direction: 'desc' },
]

interface PageOptions extends PageQuery {
  /** The last column must be unique, so that the order is total. */
  readonly sort: readonly SortColumn[]
  readonly total?: number | undefined
}

type SortValue = string | number | null

interface Position {
  readonly go: 'after' | 'before'
  readonly values: readonly SortValue[]
}

/**
 * Reads a page by key set: every page costs the same, and concurrent inserts and deletes neither repeat nor skip rows. The query
 * must not group or have an order. Build it on `database.reader`, since counting touches every row. Fails with `request.invalid` on a cursor of another sort.
 */
export async function readPage<Tables, Name extends keyof Tables, Row extends object>(
  query: SelectQueryBuilder<Tables, Name, Row>,
  { sort, cursor, limit, total }: PageOptions,
): Promise<Page<Row>> {
  const position = cursor === undefined ? undefined : parseCursor(cursor, sort)
  const backwards = position?.go === 'before'
  const order = backwards ? sort.map(reversed) : sort

  let request = query.limit(limit + 1)
  for (const { column, direction, by } of order) request = request.orderBy(keyOf(by, sql.ref(column)), direction)
  if (position !== undefined) request = request.where(beyond(order, position.values))
  const nonNullables = await request.execute()

  const more = nonNullables.length > limit
  const items = backwards ? nonNullables.slice(0, limit).reverse() : nonNullables.slice(0, limit)
  const first = items[0]
  const last = items.at(-1)
  // The first page has no previous one, and a reader at the end has already counted.
  const previous =
    position === undefined || first === undefined
      ? 0
      : await count(query.where(beyond(sort.map(reversed), valuesOf(sort, first))))
  const isEnd = !backwards && !more && (position === undefined || first !== undefined)
  return {
    items,
    total: total ?? (isEnd ? previous + items.length : await count(query)),
    from: first === undefined ? 0 : previous + 1,
    nextCursor: last !== undefined && (backwards || more) ? writeCursor(sort, 'after', last) : null,
    previousCursor: first !== undefined && previous > 0 ? writeCursor(sort, 'before', first) : null,
  }
}

async function count<Tables, Name extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Name, Row>,
): Promise<number> {
  const counting = query
    .clearSelect()
    .select(sql`count(*)`.as('count'))
    .$castTo<{ count: number }>()
  return (await counting.executeTakeFirstOrThrow()).count
}

/** `a >= x and (a > x or (a = x and (b > y …)))`: the first comparison is redundant but lets an index answer. */
function beyond(order: readonly SortColumn[], values: readonly SortValue[]): Expression<SqlBool> {
  const [first, ...others] = order
  if (first === undefined) return sql<SqlBool>`1 = 0`
  const column = keyOf(first.by, sql.ref(first.column))
  const value = keyOf(first.by, sql`${values[0]}`)
  const [past, reached] = first.direction === 'asc' ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`]
  if (others.length === 0) return sql<SqlBool>`${column} ${past} ${value}`
  const rest = beyond(others, values.slice(1))
  return sql<SqlBool>`(${column} ${reached} ${value} and (${column} ${past} ${value} or ${rest}))`
}

function keyOf(by: SortKey | undefined, operand: Expression<unknown>): Expression<unknown> {
  return by === undefined ? operand : by.of(operand)
}

function reversed(sort: SortColumn): SortColumn {
  return { ...sort, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
}

function valuesOf(sort: readonly SortColumn[], row: object): SortValue[] {
  const fields: Readonly<Record<string, unknown>> = { ...row }
  return sort.map(({ column, by }) => {
    const value = fields[column.slice(column.lastIndexOf('.') + 1)]
    if (typeof value === 'string' || typeof value === 'number') return value
    if (value === null && by !== undefined) return null
    throw new Error(`a page is sorted by ${column}, which its rows do not have`)
  })
}

function sortName(sort: readonly SortColumn[]): string {
  return sort.map(({ column, direction, by }) => `${column} ${by?.name ?? ''} ${direction}`).join()
}

function writeCursor(sort: readonly SortColumn[], go: Position['go'], row: object): string {
  return Buffer.from(JSON.stringify([sortName(sort), go, ...valuesOf(sort, row)])).toString('base64url')
}

function parseCursor(cursor: string, sort: readonly SortColumn[]): Position {
  try {
    const [name, go, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as SortValue[]
    const fits =
      name === sortName(sort) &&
      values.length === sort.length &&
      sort.every(({ by }, index) => isKey(values[index]) || (values[index] === null && by !== undefined))
    if (fits && (go === 'after' || go === 'before')) return { go, values }
  } catch {
    // An undecodable cursor is refused below, like one of another sort.
  }
  throw fail('request.invalid', { detail: 'the cursor does not belong to this list' })
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}
