import type { DatasetReport } from '@vermilion/contract/datasets/report'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'

const maximumListed = 20

export function createDuplicates(database: Database) {
  const reader = database.reader<DatasetTables>()

  return async (datasetId: string): Promise<DatasetReport['duplicates']> => {
    const duplicated = reader
      .selectFrom('datasetItems')
      .where('datasetId', '=', datasetId)
      .where('duplicated', '=', 1)
      .groupBy('checksum')
    const groups = duplicated.select(({ fn }) => ['checksum', fn.countAll<number>().as('images')]).as('groups')
    const [sums, most] = await Promise.all([
      reader
        .selectFrom(groups)
        .select(({ fn, val }) => [
          fn.countAll<number>().as('contents'),
          fn.coalesce(fn.sum<number>('images'), val(0)).as('images'),
        ])
        .executeTakeFirstOrThrow(),
      reader.selectFrom(groups).selectAll().orderBy('images', 'desc').limit(maximumListed).execute(),
    ])
    const paths = await reader
      .selectFrom('datasetItems')
      .select(['checksum', sql<string>`min(${sql.ref('path')})`.as('path')])
      .where('datasetId', '=', datasetId)
      .where(
        'checksum',
        'in',
        most.map(({ checksum }) => checksum),
      )
      .groupBy('checksum')
      .execute()
    const pathOf = new Map(paths.map(({ checksum, path }) => [checksum, path]))
    return { ...sums, most: most.map((group) => ({ ...group, path: pathOf.get(group.checksum) ?? '' })) }
  }
}
