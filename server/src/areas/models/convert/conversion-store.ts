import type { ConversionKind, ConversionProblem, conversionStatuses } from '@vermilion/contract/models/conversions'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

export interface ConversionRow {
  id: string
  sourceId: string
  sourceName: string
  kind: ConversionKind
  datasetId: string
  versionId: string
  pictures: number
  status: (typeof conversionStatuses)[number]
  problem: ConversionProblem | null
  detail: string
  modelId: string | null
  largestDifference: number | null
  meanDifference: number | null
  creator: string
  createdAt: string
}

export type ConversionStore = ReturnType<typeof createConversionStore>

export function createConversionStore(database: Database) {
  const query = database.query<{ modelConversions: ConversionRow }>()
  const rows = () => query.selectFrom('modelConversions').selectAll()
  return {
    add: (row: ConversionRow) => query.insertInto('modelConversions').values(row).execute(),
    find: (id: string) => rows().where('id', '=', id).executeTakeFirst(),
    of: (modelId: string) => rows().where('modelId', '=', modelId).executeTakeFirst(),
    from: (sourceId: string, limit: number) =>
      rows()
        .where('sourceId', '=', sourceId)
        .where('modelId', 'is not', null)
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute(),
    async end(id: string, outcome: Partial<ConversionRow> & Pick<ConversionRow, 'status'>): Promise<boolean> {
      const result = await query
        .updateTable('modelConversions')
        .set(outcome)
        .where('id', '=', id)
        .where('status', '=', 'processing')
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    page: (sourceId: string, page: PageQuery) =>
      readPage(
        database
          .reader<{ modelConversions: ConversionRow }>()
          .selectFrom('modelConversions')
          .selectAll()
          .where('sourceId', '=', sourceId),
        {
          ...page,
          sort: [
            { column: 'createdAt', direction: 'desc' },
            { column: 'id', direction: 'desc' },
          ],
        },
      ),
  }
}
