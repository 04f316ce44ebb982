import type { ConversionKind } from '@vermilion/contract/models/conversions'
import type { Database } from '#platform/database/database'

export interface ConversionRow {
  modelId: string
  sourceId: string
  sourceName: string
  kind: ConversionKind
  datasetId: string
  versionId: string
  largestDifference: number
  meanDifference: number
  createdAt: string
}

export type ConversionStore = ReturnType<typeof createConversionStore>

/** Rows of which model another was converted from. They stay when either is deleted. No rules here. */
export function createConversionStore(database: Database) {
  const query = database.query<{ modelConversions: ConversionRow }>()
  return {
    add: (row: ConversionRow) => query.insertInto('modelConversions').values(row).execute(),
    of: (modelId: string) =>
      query.selectFrom('modelConversions').selectAll().where('modelId', '=', modelId).executeTakeFirst(),
    from: (sourceId: string, limit: number) =>
      query
        .selectFrom('modelConversions')
        .selectAll()
        .where('sourceId', '=', sourceId)
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute(),
  }
}
