import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { rowsOf } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

const versionRows = rowsOf<DatasetVersion>()(['filter', 'splits', 'classes', 'covers'])

interface VersionTables {
  datasetVersions: ReturnType<typeof versionRows.write>
  datasetVersionNumbers: { datasetId: string; last: number }
}

export type VersionContent = Pick<
  DatasetVersion,
  'images' | 'labeled' | 'labels' | 'annotations' | 'splits' | 'classes' | 'covers' | 'checksum' | 'size'
>

export function createVersionStore(database: Database) {
  const query = database.query<VersionTables>()

  return {
    async find(id: string): Promise<DatasetVersion | undefined> {
      const row = await query.selectFrom('datasetVersions').selectAll().where('id', '=', id).executeTakeFirst()
      return row && versionRows.read(row)
    },

    async page(datasetId: string, request: PageQuery): Promise<Page<DatasetVersion>> {
      const reader = database.reader<VersionTables>()
      const rows = reader.selectFrom('datasetVersions').selectAll().where('datasetId', '=', datasetId)
      const page = await readPage(rows, { ...request, sort: [{ column: 'number', direction: 'desc' }] })
      return { ...page, items: page.items.map(versionRows.read) }
    },

    /** Versions of a dataset by content; the latest of equal ones. */
    async byContent(datasetId: string, checksums: readonly string[]): Promise<Map<string, DatasetVersion>> {
      if (checksums.length === 0) return new Map()
      const rows = await query
        .selectFrom('datasetVersions')
        .selectAll()
        .where('datasetId', '=', datasetId)
        .where('checksum', 'in', checksums)
        .orderBy('number')
        .execute()
      return new Map(rows.map((row) => [row.checksum, versionRows.read(row)]))
    },

    async contents(): Promise<string[]> {
      const rows = await database.reader<VersionTables>().selectFrom('datasetVersions').select('checksum').execute()
      return rows.map(({ checksum }) => checksum)
    },

    /** The number of a dataset's next version; numbers are never reused. Inside a transaction. */
    async nextNumber(datasetId: string): Promise<number> {
      const row = await query
        .insertInto('datasetVersionNumbers')
        .values({ datasetId, last: 1 })
        .onConflict((conflict) =>
          conflict
            .column('datasetId')
            .doUpdateSet(({ eb, ref }) => ({ last: eb(ref('datasetVersionNumbers.last'), '+', 1) })),
        )
        .returning('last')
        .executeTakeFirstOrThrow()
      return row.last
    },

    async insert(version: DatasetVersion): Promise<void> {
      await query.insertInto('datasetVersions').values(versionRows.write(version)).execute()
    },

    async setStatus(id: string, status: DatasetVersion['status'], content?: VersionContent): Promise<void> {
      const change = versionRows.writeSome({ status, ...content })
      await query.updateTable('datasetVersions').set(change).where('id', '=', id).execute()
    },

    async delete(id: string): Promise<void> {
      await query.deleteFrom('datasetVersions').where('id', '=', id).execute()
    },
  }
}

export type VersionStore = ReturnType<typeof createVersionStore>
