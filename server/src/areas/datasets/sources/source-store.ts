import type { DatasetImport, ImportDone, ImportFindings } from '@vermilion/contract/datasets/imports'
import type { DatasetFilling, DatasetSource } from '@vermilion/contract/datasets/sources'
import { sql } from 'kysely'
import { type Flag, type JsonText, readJson, rowsOf } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { DatasetTables, StoredSource } from '../catalogue/tables.ts'

export type SourceCounts = Pick<
  DatasetSource,
  'taken' | 'present' | 'notPictures' | 'broken' | 'hevc' | 'labeled' | 'expected'
>

const sourceRows = rowsOf<StoredSource>()(['selection'], ['withTruth'])

const maximumListed = 100

interface ReadTables {
  files: { id: string; examined: Flag }
  datasetImports: Pick<DatasetImport, 'datasetId' | 'status'> & {
    addImages: Flag
    findings: JsonText<ImportFindings>
    done: JsonText<ImportDone>
  }
}

export function createSourceStore({ database }: { database: Database }) {
  const query = database.query<DatasetTables>()
  const reader = database.reader<DatasetTables & ReadTables>()

  return {
    async find(id: string): Promise<StoredSource | undefined> {
      const row = await query.selectFrom('datasetSources').selectAll().where('id', '=', id).executeTakeFirst()
      return row && sourceRows.read(row)
    },

    async add(source: StoredSource): Promise<void> {
      await query.insertInto('datasetSources').values(sourceRows.write(source)).execute()
    },

    async update(id: string, change: Partial<SourceCounts & Pick<DatasetSource, 'status' | 'endedAt'>>): Promise<void> {
      await query.updateTable('datasetSources').set(change).where('id', '=', id).execute()
    },

    /** The latest first. */
    async ofDataset(datasetId: string): Promise<StoredSource[]> {
      const rows = query.selectFrom('datasetSources').selectAll().where('datasetId', '=', datasetId)
      return (await rows.orderBy('createdAt', 'desc').limit(maximumListed).execute()).map(sourceRows.read)
    },

    /** Images that are not decoded yet. The condition is literal so that a partial index applies. */
    async unexamined(datasetId: string): Promise<number> {
      const row = await reader
        .selectFrom('files')
        .innerJoin('datasetItems', 'datasetItems.fileId', 'files.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(sql<boolean>`${sql.ref('files.examined')} = 0`)
        .where('datasetItems.datasetId', '=', datasetId)
        .executeTakeFirst()
      return row?.count ?? 0
    },

    async importing(datasetId: string): Promise<DatasetFilling[]> {
      const rows = reader.selectFrom('datasetImports').select(['findings', 'done']).where('datasetId', '=', datasetId)
      const running = await rows.where('status', '=', 'importing').where('addImages', '=', 1).execute()
      return running
        .map(({ findings, done }) => ({ total: readJson(findings).addable, done: readJson(done).added }))
        .filter(({ total }) => total > 0)
    },

    async collecting(datasetId: string): Promise<StoredSource[]> {
      const rows = query.selectFrom('datasetSources').selectAll().where('datasetId', '=', datasetId)
      return (await rows.where('status', '=', 'collecting').orderBy('createdAt').execute()).map(sourceRows.read)
    },
  }
}

export type SourceStore = ReturnType<typeof createSourceStore>
