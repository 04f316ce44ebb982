import { sql } from 'kysely'
import type { AliasedExpression, Expression, SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import type { FileRow } from '../store.ts'
import type { Candidates } from './candidates.ts'
import { sorted } from './orders.ts'
import type { Order } from './orders.ts'

/** Files in an order; with candidates, of these alone. */
export interface Wanted {
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly candidates?: Candidates | undefined
}

export type Rows = ReturnType<typeof createRows>

/** The statements that lists of files are made of. */
export function createRows(database: Database) {
  const reader = database.reader<{ files: FileRow }>()

  /** A cross join is done in the order it is written: candidates are looked up, not looked for. */
  function from({ conditions, candidates }: Pick<Wanted, 'conditions' | 'candidates'>) {
    const files = sql.table('files')
    const table =
      candidates === undefined ? files : sql`(${candidates}) as ${sql.table('candidate')} cross join ${files}`
    let query = reader.selectFrom(sql<FileRow>`${table}`.as('files'))
    if (candidates !== undefined)
      query = query.where(sql<SqlBool>`${sql.ref('files.number')} = ${sql.ref('candidate.number')}`)
    for (const condition of conditions) query = query.where(condition)
    return query
  }

  const inOrder = (wanted: Wanted, limit: number, offset = 0) =>
    from(wanted).orderBy(sorted(wanted.order)).limit(limit).offset(offset)

  return {
    read: (wanted: Wanted, limit: number, offset = 0): Promise<FileRow[]> =>
      inOrder(wanted, limit, offset).selectAll('files').execute(),

    /** Of so many files in order, those that fit. */
    async readSome(wanted: Wanted, narrowing: readonly Expression<SqlBool>[], budget: number, limit: number) {
      const some = inOrder(wanted, budget).selectAll('files')
      let query = reader.selectFrom(some.as('files')).selectAll('files').orderBy(sorted(wanted.order)).limit(limit)
      for (const condition of narrowing) query = query.where(condition)
      return query.execute()
    },

    /** Files by their numbers, those that fit, in the order of the numbers. */
    async byNumbers(numbers: readonly number[], narrowing: readonly Expression<SqlBool>[] = []): Promise<FileRow[]> {
      const known = sql<SqlBool>`${sql.ref('files.number')} in (${sql.raw(numbers.join())})`
      const rows = await from({ conditions: [known, ...narrowing] })
        .selectAll('files')
        .execute()
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      return numbers.flatMap((number) => byNumber.get(number) ?? [])
    },

    /** The numbers of files in order, as one text: thousands of rows are not taken over one by one. */
    async numbers(wanted: Wanted, limit: number): Promise<string> {
      const numbers = inOrder(wanted, limit).select('files.number as number')
      return joined(numbers.as('part'))
    },

    /** Candidates from a number on, before another. */
    candidatesWithin: (candidates: Candidates, from: number, before: number): Candidates =>
      sql`select ${sql.ref('number')} from (${candidates})
        where ${sql.ref('number')} >= ${from} and ${sql.ref('number')} < ${before}`,

    candidateNumbers: (candidates: Candidates): Promise<string> =>
      joined(sql<{ number: number }>`(${candidates})`.as('part')),

    /** How many candidates there are, counted up to a limit. */
    async countCandidates(candidates: Candidates, limit: number): Promise<number> {
      const some = sql<{ number: number }>`(select ${sql.ref('number')} from (${candidates}) limit ${limit})`.as('some')
      const counted = reader.selectFrom(some).select(({ fn }) => fn.countAll<number>().as('found'))
      return (await counted.executeTakeFirstOrThrow()).found
    },

    async highestNumber(): Promise<number> {
      const highest = from({ conditions: [] }).select(({ fn }) => fn.max<number | null>('files.number').as('number'))
      return (await highest.executeTakeFirstOrThrow()).number ?? 0
    },

    count: (wanted: Pick<Wanted, 'conditions' | 'candidates'>): Promise<{ files: number; bytes: number }> =>
      from(wanted)
        .select([
          sql<number>`count(*)`.as('files'),
          sql<number>`coalesce(sum(${sql.ref('files.size')}), 0)`.as('bytes'),
        ])
        .executeTakeFirstOrThrow(),
  }

  async function joined(part: AliasedExpression<{ number: number }, 'part'>): Promise<string> {
    const query = reader
      .selectFrom(part)
      .select(sql<string | null>`group_concat(${sql.ref('part.number')})`.as('numbers'))
    return (await query.executeTakeFirstOrThrow()).numbers ?? ''
  }
}
