import { itemStatuses } from '@vermilion/contract/datasets/items'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import type { DatasetTables, StoredDatasetRow } from '../catalogue/tables.ts'

export type TrashedRow = Selectable<StoredDatasetRow> & { deletedAt: string; deletedBy: string }

export interface AnnotatorRow {
  readonly datasetId: string
  readonly annotator: string
  readonly images: number
  readonly labels: number
}

export type DatasetTrashStore = ReturnType<typeof createDatasetTrashStore>

const annotatorKinds = itemStatuses.map((status) => `annotator-${status}` as const)

const newestFirst = [
  { column: 'deletedAt', direction: 'desc' },
  { column: 'id', direction: 'asc' },
] as const

export function createDatasetTrashStore(database: Database) {
  type Tables = DatasetTables & { datasetVersions: { id: string; datasetId: string; status: string } }
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const inTrash = (from: typeof query) =>
    from.selectFrom('datasets').selectAll().where('deletedAt', 'is not', null).where('purging', '=', 0)

  return {
    page: async (pageQuery: PageQuery): Promise<Page<TrashedRow>> =>
      (await readPage(inTrash(reader), { ...pageQuery, sort: newestFirst })) as Page<TrashedRow>,

    byId: async (id: string) =>
      (await inTrash(query).where('id', '=', id).executeTakeFirst()) as TrashedRow | undefined,

    async add(id: string, deleted: { deletedAt: string; deletedBy: string }): Promise<void> {
      const marks = { ...deleted, reservedName: id }
      await query.updateTable('datasets').set(marks).where('id', '=', id).execute()
    },

    async putBack(id: string, name: string): Promise<void> {
      const marks = { name, reservedName: name, deletedAt: null, deletedBy: null }
      await query.updateTable('datasets').set(marks).where('id', '=', id).execute()
    },

    async isNameTaken(name: string): Promise<boolean> {
      const row = query.selectFrom('datasets').select('id').where('reservedName', '=', name)
      return (await row.executeTakeFirst()) !== undefined
    },

    async beginPurge(id: string): Promise<void> {
      await query.updateTable('datasets').set({ purging: 1 }).where('id', '=', id).execute()
    },

    async remove(id: string): Promise<void> {
      await query.deleteFrom('datasets').where('id', '=', id).execute()
    },

    async nameOf(id: string): Promise<string | undefined> {
      return (await query.selectFrom('datasets').select('name').where('id', '=', id).executeTakeFirst())?.name
    },

    older: (cutoff: string, limit: number) =>
      inTrash(query).where('deletedAt', '<', cutoff).orderBy('deletedAt').limit(limit).execute(),

    annotators: (ids: readonly string[]): Promise<AnnotatorRow[]> =>
      reader
        .selectFrom('datasetCounts')
        .select(({ fn }) => [
          'datasetId',
          'value as annotator',
          fn.sum<number>('images').as('images'),
          fn.sum<number>('labels').as('labels'),
        ])
        .where('datasetId', 'in', ids)
        .where('kind', 'in', annotatorKinds)
        .where('value', '<>', '')
        .groupBy(['datasetId', 'value'])
        .having(({ fn }) => fn.sum('images'), '>', 0)
        .orderBy(sql`3`, 'desc')
        .orderBy('value')
        .execute(),

    async versionCounts(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await reader
        .selectFrom('datasetVersions')
        .select(({ fn }) => ['datasetId', fn.countAll<number>().as('versions')])
        .where('datasetId', 'in', ids)
        .where('status', '=', 'success')
        .groupBy('datasetId')
        .execute()
      return new Map(rows.map(({ datasetId, versions }) => [datasetId, versions]))
    },
  }
}
