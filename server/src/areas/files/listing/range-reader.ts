import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import type { FileRow } from '../store.ts'
import { joinNumbers } from './number-text.ts'
import { isAfter, orderBy, rangesAfter, type Order, type OrderPosition } from './orders.ts'
import type { Candidates } from './search/candidates.ts'

export interface RowQuery {
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly candidates?: Candidates | undefined
  readonly after?: OrderPosition | undefined
}

type Range = Omit<RowQuery, 'after'>

/** The query as one or two consecutive ranges. Candidates are few and never an index range. */
export function rangesOf({ after, ...query }: RowQuery): [Range, Range?] {
  if (after === undefined) return [query]
  const { order, conditions, candidates } = query
  if (candidates !== undefined) return [{ ...query, conditions: [...conditions, isAfter(order, after)] }]
  const [first = isAfter(order, after), second] = rangesAfter(order, after)
  const range = (condition: Expression<SqlBool>): Range => ({ ...query, conditions: [...conditions, condition] })
  return second === undefined ? [range(first)] : [range(first), range(second)]
}

export function createRangeReader(database: Database) {
  const reader = database.reader<{ files: FileRow }>()

  /** A cross join fixes the join order, so that candidates are looked up in files. */
  function from({ conditions, candidates }: Pick<RowQuery, 'conditions' | 'candidates'>) {
    const files = sql.table('files')
    const table =
      candidates === undefined ? files : sql`(${candidates}) as ${sql.table('candidate')} cross join ${files}`
    let query = reader.selectFrom(sql<FileRow>`${table}`.as('files'))
    if (candidates !== undefined)
      query = query.where(sql<SqlBool>`${sql.ref('files.number')} = ${sql.ref('candidate.number')}`)
    for (const condition of conditions) query = query.where(condition)
    return query
  }

  const inOrder = (query: Range, limit: number, offset = 0) =>
    from(query).orderBy(orderBy(query.order)).limit(limit).offset(offset)

  return {
    from,

    /** PostgreSQL would look at the row of each file that it skips, and take another index for a few rows of a large table. */
    read(range: Range, limit: number, offset = 0): Promise<FileRow[]> {
      const rows = inOrder(range, limit, offset)
      if (database.kind === 'sqlite' || range.candidates !== undefined) return rows.selectAll('files').execute()
      return reader
        .selectFrom(rows.select('files.number as number').as('page'))
        .innerJoin('files', 'files.number', 'page.number')
        .selectAll('files')
        .orderBy(orderBy(range.order))
        .execute()
    },

    async countUpTo(range: Range, limit: number): Promise<number> {
      const some = inOrder(range, limit).select('files.number').as('some')
      const counted = reader.selectFrom(some).select(({ fn }) => fn.countAll<number>().as('found'))
      return (await counted.executeTakeFirstOrThrow()).found
    },

    async readFiltered(range: Range, narrowing: readonly Expression<SqlBool>[], budget: number, limit: number) {
      const some = inOrder(range, budget).selectAll('files')
      let query = reader.selectFrom(some.as('files')).selectAll('files').orderBy(orderBy(range.order)).limit(limit)
      for (const condition of narrowing) query = query.where(condition)
      return query.execute()
    },

    numbers: (range: Range, limit: number): Promise<string> =>
      joinNumbers(database, inOrder(range, limit).select('files.number as number').as('part')),

    allNumbers: (conditions: readonly Expression<SqlBool>[]): Promise<string> =>
      joinNumbers(database, from({ conditions }).select('files.number as number').as('part')),
  }
}
