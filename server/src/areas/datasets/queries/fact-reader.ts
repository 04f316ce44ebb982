import type { Assignment } from '@vermilion/contract/datasets/assignment'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { type Kysely, sql } from 'kysely'
import { generatedContents, lineagesOf } from '#areas/files'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { prepareQuery, type PlaceholderOf } from '#platform/database/prepared-query'
import { storedColumns, storedOfValues, type StoredItem, type StoredValues } from '../items/item-row.ts'
import type { DatasetTables } from '../catalogue/tables.ts'
import { factNames, type Facts } from './columns.ts'

const factsAtOnce = 2_000
const placesAtOnce = 10_000

export interface NumberedPath {
  readonly number: number
  readonly path: string
}

export type FactReader = ReturnType<typeof createFactReader>

/** Reads the filterable fields. Thousands of rows are read as one text, which is cheaper than one by one. */
export function createFactReader(database: Database) {
  const query = database.query<DatasetTables>()
  const reader = database.reader<DatasetTables>()
  const own = (from: typeof query, datasetId: string) =>
    from.selectFrom('datasetItems').where('datasetId', '=', datasetId)
  const stamps = prepareStamps(query)
  const items = prepareQuery(query, (_, placeholder: PlaceholderOf<{ datasetId: string; numbers: string }>) => {
    return own(query, placeholder('datasetId'))
      .where('number', 'in', dialect.numbers(placeholder('numbers')))
      .select(dialect.rowsAsJson(['number', ...storedColumns]).as('text'))
  })

  return {
    ...originsOf(database),

    async stamps(datasetId: string): Promise<{ last: number; removedAt: number }> {
      const [row] = await stamps({ datasetId })
      const removedAt = row?.removedAt ?? -1
      return { last: Math.max(row?.changedAt ?? -1, removedAt), removedAt }
    },

    async highest(datasetId: string): Promise<number> {
      const row = own(reader, datasetId).select(({ fn }) => fn.max<number | null>('number').as('number'))
      return (await row.executeTakeFirst())?.number ?? 0
    },

    async *all(datasetId: string, highest: number): AsyncGenerator<Facts[]> {
      for (let from = 0; from <= highest; from += factsAtOnce) {
        const some = own(reader, datasetId)
          .select(factNames)
          .where('number', '>=', from)
          .where('number', '<', from + factsAtOnce)
        const row = reader.selectFrom(some.as('some')).select(dialect.rowsAsJson(factNames).as('text'))
        const text = (await row.executeTakeFirst())?.text ?? '[]'
        yield (JSON.parse(text) as unknown[][]).map(
          (values) => Object.fromEntries(factNames.map((name, at) => [name, values[at]])) as unknown as Facts,
        )
      }
    },

    async *inOrder(datasetId: string): AsyncGenerator<{ some: NumberedPath[]; last: string }> {
      for (let after = ''; ;) {
        const some = own(reader, datasetId)
          .select(['number', 'path', 'place'])
          .where('place', '>', after)
          .orderBy('place')
          .limit(placesAtOnce)
        const row = await reader
          .selectFrom(some.as('some'))
          .select([
            dialect.rowsAsJson(['number', 'path']).as('text'),
            ({ fn }) => fn.max<string | null>('place').as('last'),
          ])
          .executeTakeFirst()
        if (row === undefined || row.text === null || row.last === null) return
        const pairs = JSON.parse(row.text) as [number, string][]
        yield { some: pairs.map(([number, path]) => ({ number, path })), last: row.last }
        if (pairs.length < placesAtOnce) return
        after = row.last
      }
    },

    changed: (datasetId: string, since: number, limit: number) =>
      own(query, datasetId)
        .select([...factNames, 'stamp', 'place', 'path'])
        .where('stamp', '>', since)
        .orderBy('stamp')
        .limit(limit)
        .execute(),

    async byNumbers(datasetId: string, numbers: readonly number[]): Promise<Map<number, StoredItem>> {
      const [row] = await items({ datasetId, numbers: JSON.stringify(numbers) })
      const listed = JSON.parse(row?.text ?? '[]') as [number, ...StoredValues][]
      return new Map(listed.map(([number, ...values]) => [number, storedOfValues(values)]))
    },
  }
}

function originsOf(database: Database) {
  const reader = database.reader<DatasetTables>()

  async function numbersOf(datasetId: string, set: string): Promise<number[]> {
    const row = reader.selectFrom('itemSets').select('numbers').where('id', '=', set).where('datasetId', '=', datasetId)
    const numbers = (await row.executeTakeFirst())?.numbers
    return numbers === undefined ? [] : readJson(numbers)
  }

  return {
    assignmentOf: (datasetId: string): Promise<Assignment | undefined> =>
      reader
        .selectFrom('datasets')
        .select(['assignee', 'assignedReviewer'])
        .where('id', '=', datasetId)
        .executeTakeFirst(),

    async lineagesOf(filter: ItemFilter): Promise<ReadonlySet<number> | undefined> {
      const lineages = lineagesOf(filter)
      if (lineages === undefined) return undefined
      const rows = reader.selectFrom(sql<{ number: number }>`(${lineages})`.as('lineages')).select('lineages.number')
      return new Set((await rows.execute()).map(({ number }) => number))
    },

    async withContent(datasetId: string, filter: ItemFilter): Promise<number[] | undefined> {
      const { checksum = '', set } = filter
      const generated = generatedContents(filter)
      if (checksum === '' && generated === undefined) return set === undefined ? undefined : numbersOf(datasetId, set)
      if (set !== undefined) {
        const { set: _set, ...rest } = filter
        const numbers = new Set(await numbersOf(datasetId, set))
        return (await this.withContent(datasetId, rest))?.filter((number) => numbers.has(number))
      }
      const all = reader.selectFrom('datasetItems').select('number').where('datasetId', '=', datasetId)
      const some = checksum === '' ? all : all.where('checksum', '=', checksum.toLowerCase())
      const rows = generated === undefined ? some : some.where(sql<boolean>`${sql.ref('checksum')} in (${generated})`)
      return (await rows.execute()).map(({ number }) => number)
    },
  }
}

const prepareStamps = (query: Kysely<DatasetTables>) =>
  prepareQuery(query, (from, placeholder: PlaceholderOf<{ datasetId: string }>) => {
    const removal = from.selectFrom('datasetRemovals').select('stamp').where('datasetId', '=', placeholder('datasetId'))
    const items = from.selectFrom('datasetItems').where('datasetId', '=', placeholder('datasetId'))
    return items.select(({ fn }) => [fn.max<number | null>('stamp').as('changedAt'), removal.as('removedAt')])
  })
