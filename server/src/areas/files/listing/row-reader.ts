import { sql } from 'kysely'
import type { AliasedExpression, Expression, SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import type { FileRow } from '../store.ts'
import type { Candidates } from './search/candidates.ts'
import { parseNumbers } from './number-text.ts'
import { isAfter, rangesAfter, orderBy } from './orders.ts'
import type { Order, OrderPosition } from './orders.ts'

/** Files in an order; with candidates, of these alone. */
export interface RowQuery {
  readonly conditions: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly candidates?: Candidates | undefined
  /** Only what comes after this place. */
  readonly after?: OrderPosition | undefined
}

/** Files that lie together in an index. */
type Range = Omit<RowQuery, 'after'>

/** What is wanted, as one range or two that follow each other. Candidates are few, and no range of any index. */
function rangesOf({ after, ...query }: RowQuery): [Range, Range?] {
  if (after === undefined) return [query]
  const { order, conditions, candidates } = query
  if (candidates !== undefined) return [{ ...query, conditions: [...conditions, isAfter(order, after)] }]
  const [first = isAfter(order, after), second] = rangesAfter(order, after)
  const range = (condition: Expression<SqlBool>): Range => ({ ...query, conditions: [...conditions, condition] })
  return second === undefined ? [range(first)] : [range(first), range(second)]
}

export type RowReader = ReturnType<typeof createRowReader>

/** The statements that lists of files are made of. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createRowReader(database: Database) {
  const reader = database.reader<{ files: FileRow }>()

  /** A cross join is done in the order it is written: candidates are looked up, not looked for. */
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

  const read = (query: Range, limit: number, offset = 0): Promise<FileRow[]> =>
    inOrder(query, limit, offset).selectAll('files').execute()

  /** How many files a range has, counted up to a limit. */
  async function countUpTo(query: Range, limit: number): Promise<number> {
    const some = inOrder(query, limit).select('files.number').as('some')
    const counted = reader.selectFrom(some).select(({ fn }) => fn.countAll<number>().as('found'))
    return (await counted.executeTakeFirstOrThrow()).found
  }

  async function readFiltered(range: Range, narrowing: readonly Expression<SqlBool>[], budget: number, limit: number) {
    const some = inOrder(range, budget).selectAll('files')
    let query = reader.selectFrom(some.as('files')).selectAll('files').orderBy(orderBy(range.order)).limit(limit)
    for (const condition of narrowing) query = query.where(condition)
    return query.execute()
  }

  const numbers = (query: Range, limit: number) =>
    joined(inOrder(query, limit).select('files.number as number').as('part'))

  return {
    async read(query: RowQuery, limit: number, offset = 0): Promise<FileRow[]> {
      const [range, secondRange] = rangesOf(query)
      const files = await read(range, limit, offset)
      if (secondRange === undefined || files.length === limit) return files
      const skipped = files.length > 0 || offset === 0 ? offset : await countUpTo(range, offset)
      return [...files, ...(await read(secondRange, limit - files.length, offset - skipped))]
    },

    /** Of so many files in order, those that fit. */
    async readFiltered(query: RowQuery, narrowing: readonly Expression<SqlBool>[], budget: number, limit: number) {
      const [range, secondRange] = rangesOf(query)
      const files = await readFiltered(range, narrowing, budget, limit)
      if (secondRange === undefined || files.length === limit) return files
      const remaining = budget - (await countUpTo(range, budget))
      return remaining === 0
        ? files
        : [...files, ...(await readFiltered(secondRange, narrowing, remaining, limit - files.length))]
    },

    /** Files by their numbers, in the order of these. */
    async byNumbers(numbers: readonly number[]): Promise<FileRow[]> {
      const isListed = sql<SqlBool>`${sql.ref('files.number')} in (${sql.raw(numbers.join())})`
      const rows = await from({ conditions: [isListed] })
        .selectAll('files')
        .execute()
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      return numbers.flatMap((number) => byNumber.get(number) ?? [])
    },

    /** The numbers of files in order, as one text: thousands of rows are not taken over one by one. */
    async numbers(query: RowQuery, limit: number): Promise<string> {
      const [range, secondRange] = rangesOf(query)
      const text = await numbers(range, limit)
      const remaining = limit - (text === '' ? 0 : text.split(',').length)
      if (secondRange === undefined || remaining === 0) return text
      return [text, await numbers(secondRange, remaining)].filter((part) => part !== '').join()
    },

    /** Candidates from a number on, before another. */
    candidatesWithin: (candidates: Candidates, from: number, end: number): Candidates =>
      sql`select ${sql.ref('number')} from (${candidates})
        where ${sql.ref('number')} >= ${from} and ${sql.ref('number')} < ${end}`,

    candidateNumbers: (candidates: Candidates): Promise<string> =>
      joined(sql<{ number: number }>`(${candidates})`.as('part')),

    /** Numbers of candidates, as a JSON array; undefined where there are more than so many. */
    async listFewCandidates(candidates: Candidates, maximum: number): Promise<string | undefined> {
      const some = sql<{ number: number }>`(select ${sql.ref('number')} from (${candidates}) limit ${maximum + 1})`.as(
        'some',
      )
      const { found, numbers: text } = await reader
        .selectFrom(some)
        .select(({ fn }) => [fn.countAll<number>().as('found'), groupConcat('some.number').as('numbers')])
        .executeTakeFirstOrThrow()
      return found > maximum ? undefined : `[${text ?? ''}]`
    },

    these: (numbers: string): Candidates => sql`select value as ${sql.ref('number')} from json_each(${numbers})`,

    /** Those of the files with these numbers that fit, in the order of the numbers. */
    async selectMatching(numbers: readonly number[], narrowing: readonly Expression<SqlBool>[]): Promise<number[]> {
      const isListed = sql<SqlBool>`${sql.ref('files.number')} in (select value from json_each(${`[${numbers.join()}]`}))`
      const part = from({ conditions: [isListed, ...narrowing] }).select('files.number as number')
      const fit = new Set(parseNumbers(await joined(part.as('part'))))
      return numbers.filter((number) => fit.has(number))
    },

    async highestNumber(): Promise<number> {
      const highest = from({ conditions: [] }).select(({ fn }) => fn.max<number | null>('files.number').as('number'))
      return (await highest.executeTakeFirstOrThrow()).number ?? 0
    },

    count: (query: Pick<RowQuery, 'conditions' | 'candidates'>): Promise<{ files: number; bytes: number }> =>
      from(query)
        .select([
          sql<number>`count(*)`.as('files'),
          sql<number>`coalesce(sum(${sql.ref('files.size')}), 0)`.as('bytes'),
        ])
        .executeTakeFirstOrThrow(),
  }

  async function joined(part: AliasedExpression<{ number: number }, 'part'>): Promise<string> {
    const query = reader.selectFrom(part).select(groupConcat('part.number').as('numbers'))
    return (await query.executeTakeFirstOrThrow()).numbers ?? ''
  }
}

const groupConcat = (column: string) => sql<string | null>`group_concat(${sql.ref(column)})`
