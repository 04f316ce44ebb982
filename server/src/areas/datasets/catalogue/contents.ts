import type { ListedDataset } from '@vermilion/contract/datasets'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { valuesOf } from '#platform/database/values'
import type { DatasetTables } from './tables.ts'

export type DatasetContents = Required<Pick<ListedDataset, 'covers' | 'splits'>>

const maxCovers = 4
const none = { train: 0, validation: 0, test: 0 }

export function createDatasetContents(database: Database) {
  const query = database.query<DatasetTables>()
  const coversOf = createDatasetCovers(database)

  return async (ids: readonly string[]): Promise<(id: string) => DatasetContents> => {
    if (ids.length === 0) return () => ({ covers: [], splits: none })
    const [covers, counts] = await Promise.all([
      coversOf(ids),
      query
        .selectFrom('datasetCounts')
        .select(['datasetId', 'value', 'images'])
        .where('kind', '=', 'split')
        .where('datasetId', 'in', ids)
        .execute(),
    ])
    const splits = Map.groupBy(counts, ({ datasetId }) => datasetId)
    return (id) => ({
      covers: covers.get(id) ?? [],
      splits: { ...none, ...Object.fromEntries((splits.get(id) ?? []).map(({ value, images }) => [value, images])) },
    })
  }
}

export function createDatasetCovers(database: Database) {
  const query = database.query<DatasetTables>()
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
    if (ids.length === 0) return new Map()
    const datasets = valuesOf(
      ids.map((id) => ({ id })),
      ['id'],
    )
    const ofDataset = sql`"first"."datasetId" = "listed"."id"`
    const items = dialect.joinFirst('datasetItems', {
      alias: 'items',
      where: ofDataset,
      orderBy: 'number',
      limit: maxCovers,
    })
    const { rows } = await sql<{ datasetId: string; fileId: string }>`
      with "listed" ("id") as ${datasets}
      select "items"."datasetId", "items"."fileId" from "listed" ${items}
      order by "items"."number"`.execute(query)
    const covers = Map.groupBy(rows, ({ datasetId }) => datasetId)
    return new Map([...covers].map(([id, items]) => [id, items.map(({ fileId }) => fileId)]))
  }
}
