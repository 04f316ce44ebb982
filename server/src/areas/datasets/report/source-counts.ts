import { labelSourceKey } from '@vermilion/contract/datasets/label-sources'
import type { Shape } from '@vermilion/contract/labels/index'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'
import { countBy } from '../labels/label-counts.ts'

/** Shapes and annotator of an image. */
interface Labeled {
  readonly shapes: readonly Shape[]
  readonly person: string | null
}

/** Inside a transaction. */
export function createSourceCounts(database: Database) {
  const query = database.query<DatasetTables>()

  return async (changes: readonly { datasetId: string; previous: Labeled; after: Labeled }[]): Promise<void> => {
    const rows = new Map<string, { datasetId: string; kind: 'source'; value: string; images: number; labels: number }>()
    for (const { datasetId, previous, after } of changes) {
      const [was, is] = [countsOf(previous), countsOf(after)]
      for (const value of new Set([...was.keys(), ...is.keys()])) {
        const [previousCount, count] = [was.get(value) ?? 0, is.get(value) ?? 0]
        if (previousCount === count) continue
        const key = `${datasetId} ${value}`
        const row = rows.get(key) ?? { datasetId, kind: 'source', value, images: 0, labels: 0 }
        row.images += Math.sign(count) - Math.sign(previousCount)
        row.labels += count - previousCount
        rows.set(key, row)
      }
    }
    if (rows.size === 0) return
    await query
      .insertInto('datasetCounts')
      .values([...rows.values()])
      .onConflict((conflict) =>
        conflict.columns(['datasetId', 'kind', 'value']).doUpdateSet({
          images: sql<number>`"datasetCounts"."images" + excluded."images"`,
          labels: sql<number>`"datasetCounts"."labels" + excluded."labels"`,
        }),
      )
      .execute()
  }
}

const countsOf = ({ shapes, person }: Labeled) => countBy(shapes, (shape) => labelSourceKey(shape, person))
