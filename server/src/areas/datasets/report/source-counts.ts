import { labelSourceKey } from '@vermilion/contract/datasets/label-sources'
import type { Shape } from '@vermilion/contract/labels/index'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'
import { countBy } from '../labels/label-counts.ts'

interface Labeled {
  readonly shapes: readonly Shape[]
  readonly person: string | null
}

/** Inside a transaction. */
export function createSourceCounts(database: Database) {
  const query = database.query<DatasetTables>()

  return async (datasetId: string, previous: Labeled, after: Labeled): Promise<void> => {
    const [was, is] = [countsOf(previous), countsOf(after)]
    const rows = [...new Set([...was.keys(), ...is.keys()])].flatMap((value) => {
      const [previousCount, count] = [was.get(value) ?? 0, is.get(value) ?? 0]
      if (previousCount === count) return []
      const images = Math.sign(count) - Math.sign(previousCount)
      return [{ datasetId, kind: 'source' as const, value, images, labels: count - previousCount }]
    })
    if (rows.length === 0) return
    await query
      .insertInto('datasetCounts')
      .values(rows)
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
