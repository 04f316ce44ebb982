import { labelSourceKey } from '@vermilion/contract/datasets/label-sources'
import type { Shape } from '@vermilion/contract/labels/index'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { prepareWriteOfRows } from '#platform/database/prepared-query'
import type { CountRow, DatasetTables } from '../catalogue/tables.ts'
import { addChanges, type CountChange, countBy } from '../labels/label-counts.ts'

/** Shapes and annotator of an image. */
interface Labeled {
  readonly shapes: readonly Shape[]
  readonly person: string | null
}

/** Inside a transaction. */
export function createSourceCounts(database: Database) {
  const columns = ['datasetId', 'kind', 'value', 'images', 'labels'] as const
  const add = prepareWriteOfRows<CountRow>(database, columns, (rows) =>
    database
      .query<DatasetTables>()
      .insertInto('datasetCounts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['datasetId', 'kind', 'value']).doUpdateSet({
          images: sql<number>`"datasetCounts"."images" + excluded."images"`,
          labels: sql<number>`"datasetCounts"."labels" + excluded."labels"`,
        }),
      ),
  )

  return async (changes: readonly { datasetId: string; previous: Labeled; after: Labeled }[]): Promise<void> => {
    for (const [datasetId, some] of Map.groupBy(changes, (change) => change.datasetId)) {
      const sums = new Map<string, CountChange>()
      for (const { previous, after } of some) addChanges(sums, countsOf(previous), countsOf(after))
      await add(Array.from(sums, ([value, sum]) => ({ datasetId, kind: 'source' as const, value, ...sum })))
    }
  }
}

const countsOf = ({ shapes, person }: Labeled) => countBy(shapes, (shape) => labelSourceKey(shape, person))
