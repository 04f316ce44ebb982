import { labelSourceKey } from '@vermilion/contract/datasets/label-sources'
import type { Shape } from '@vermilion/contract/labels/index'
import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'
import { addChanges, type CountChange, countBy } from '../labels/label-counts.ts'

/** Shapes and annotator of an image. */
interface Labeled {
  readonly shapes: readonly Shape[]
  readonly person: string | null
}

/** Inside a transaction. */
export function createSourceCounts(database: Database) {
  const query = database.query<DatasetTables>()

  const addAll = (rows: Selectable<DatasetTables['datasetCounts']>[]) =>
    query
      .insertInto('datasetCounts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['datasetId', 'kind', 'value']).doUpdateSet({
          images: sql<number>`"datasetCounts"."images" + excluded."images"`,
          labels: sql<number>`"datasetCounts"."labels" + excluded."labels"`,
        }),
      )
      .execute()

  return async (changes: readonly { datasetId: string; previous: Labeled; after: Labeled }[]): Promise<void> => {
    for (const [datasetId, some] of Map.groupBy(changes, (change) => change.datasetId)) {
      const sums = new Map<string, CountChange>()
      for (const { previous, after } of some) addChanges(sums, countsOf(previous), countsOf(after))
      if (sums.size > 0)
        await addAll(Array.from(sums, ([value, sum]) => ({ datasetId, kind: 'source', value, ...sum })))
    }
  }
}

const countsOf = ({ shapes, person }: Labeled) => countBy(shapes, (shape) => labelSourceKey(shape, person))
