import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { DatasetTables, SourceRow } from '../tables.ts'

/** What was taken, and for whom; null where nobody knows any more. */
export type StoredSource = DatasetSource & { startedBy: string | null }
export type SourceCounts = Pick<DatasetSource, 'taken' | 'present' | 'notPictures' | 'broken' | 'labeled'>

const maximumListed = 100

/** Rows of what datasets were taken from. No rules here. */
export function createSourceStore({ database }: { database: Database }) {
  const query = database.query<DatasetTables>()

  return {
    async find(id: string): Promise<StoredSource | undefined> {
      const row = await query.selectFrom('datasetSources').selectAll().where('id', '=', id).executeTakeFirst()
      return row && sourceOf(row)
    },

    async add(source: StoredSource): Promise<void> {
      await query
        .insertInto('datasetSources')
        .values({ ...source, selection: writeJson(source.selection), withTruth: flag(source.withTruth) })
        .execute()
    },

    async update(id: string, change: Partial<SourceCounts & Pick<SourceRow, 'status' | 'endedAt'>>): Promise<void> {
      await query.updateTable('datasetSources').set(change).where('id', '=', id).execute()
    },

    /** The latest first. */
    async ofDataset(datasetId: string): Promise<StoredSource[]> {
      const rows = query.selectFrom('datasetSources').selectAll().where('datasetId', '=', datasetId)
      return (await rows.orderBy('createdAt', 'desc').limit(maximumListed).execute()).map(sourceOf)
    },

    /** What is being taken into a dataset now, the oldest first. */
    async collecting(datasetId: string): Promise<StoredSource[]> {
      const rows = query.selectFrom('datasetSources').selectAll().where('datasetId', '=', datasetId)
      return (await rows.where('status', '=', 'collecting').orderBy('createdAt').execute()).map(sourceOf)
    },
  }
}

export type SourceStore = ReturnType<typeof createSourceStore>

function sourceOf({ selection, withTruth, ...row }: SourceRow): StoredSource {
  return { ...row, selection: readJson(selection), withTruth: withTruth === 1 }
}
