import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import type { FileRow } from '../store.ts'
import { parseNumbers } from './number-text.ts'
import { createRangeReader, rangesOf, type RowQuery } from './range-reader.ts'

export type RowReader = ReturnType<typeof createRowReader>

export function createRowReader(database: Database) {
  const ranges = createRangeReader(database)
  return {
    async read(query: RowQuery, limit: number, offset = 0): Promise<FileRow[]> {
      const [range, secondRange] = rangesOf(query)
      const files = await ranges.read(range, limit, offset)
      if (secondRange === undefined || files.length === limit) return files
      const skipped = files.length > 0 || offset === 0 ? offset : await ranges.countUpTo(range, offset)
      return [...files, ...(await ranges.read(secondRange, limit - files.length, offset - skipped))]
    },

    async readFiltered(query: RowQuery, narrowing: readonly Expression<SqlBool>[], budget: number, limit: number) {
      const [range, secondRange] = rangesOf(query)
      const files = await ranges.readFiltered(range, narrowing, budget, limit)
      if (secondRange === undefined || files.length === limit) return files
      const remaining = budget - (await ranges.countUpTo(range, budget))
      return remaining === 0
        ? files
        : [...files, ...(await ranges.readFiltered(secondRange, narrowing, remaining, limit - files.length))]
    },

    async countUpTo(query: RowQuery, limit: number): Promise<number> {
      const [range, secondRange] = rangesOf(query)
      const counted = await ranges.countUpTo(range, limit)
      if (secondRange === undefined || counted === limit) return counted
      return counted + (await ranges.countUpTo(secondRange, limit - counted))
    },

    async byNumbers(numbers: readonly number[]): Promise<FileRow[]> {
      if (numbers.length === 0) return []
      const isListed = sql<SqlBool>`${sql.ref('files.number')} in (${sql.raw(numbers.join())})`
      const rows = await ranges
        .from({ conditions: [isListed] })
        .selectAll('files')
        .execute()
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      return numbers.flatMap((number) => byNumber.get(number) ?? [])
    },

    async numbers(query: RowQuery, limit: number): Promise<string> {
      const [range, secondRange] = rangesOf(query)
      const text = await ranges.numbers(range, limit)
      const remaining = limit - (text === '' ? 0 : text.split(',').length)
      if (secondRange === undefined || remaining === 0) return text
      return [text, await ranges.numbers(secondRange, remaining)].filter((part) => part !== '').join()
    },

    async selectMatching(numbers: readonly number[], narrowing: readonly Expression<SqlBool>[]): Promise<number[]> {
      const isListed = sql<SqlBool>`${sql.ref('files.number')} in ${dialect.numbers(numbers)}`
      const fit = new Set(parseNumbers(await ranges.allNumbers([isListed, ...narrowing])))
      return numbers.filter((number) => fit.has(number))
    },

    async highestNumber(): Promise<number> {
      const files = ranges.from({ conditions: [] })
      const highest = files.select(({ fn }) => fn.max<number | null>('files.number').as('number'))
      return (await highest.executeTakeFirstOrThrow()).number ?? 0
    },

    count: (query: Pick<RowQuery, 'conditions' | 'candidates'>): Promise<{ files: number; bytes: number }> =>
      ranges
        .from(query)
        .select([
          sql<number>`count(*)`.as('files'),
          sql<number>`coalesce(sum(${sql.ref('files.size')}), 0)`.as('bytes'),
        ])
        .executeTakeFirstOrThrow(),
  }
}
