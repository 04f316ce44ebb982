import type { Migration } from '../src/platform/database/migrate.ts'

interface Tables {
  datasets: {
    id: string
    spaceId: string
    spaceName: string
    folder: string
    status: string
    fileCount: number
    createdAt: string
  }
  datasetSources: {
    id: string
    datasetId: string
    spaceId: string
    spaceName: string
    selection: string
    status: string
    taken: number
    present: number
    notPictures: number
    broken: number
    startedBy: string | null
    createdAt: string
    endedAt: string | null
  }
  datasetItems: { datasetId: string; spaceId: string }
}

const statuses: Readonly<Record<string, string>> = { init: 'collecting', processing: 'collecting', failed: 'failed' }

/**
 * What a dataset was taken from, and in which data space each of its images lies: there may be several. What was the folder of a dataset becomes its first source, under the dataset's own id.
 */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query<Tables>()
  await schema
    .createTable('datasetSources')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('spaceName', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('selection', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('taken', 'bigint', (column) => column.notNull())
    .addColumn('present', 'bigint', (column) => column.notNull())
    .addColumn('notPictures', 'bigint', (column) => column.notNull())
    .addColumn('broken', 'bigint', (column) => column.notNull())
    /** Username; null in what was begun before this was written down. */
    .addColumn('startedBy', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
  await schema.createIndex('datasetSourcesByAge').on('datasetSources').columns(['datasetId', 'createdAt']).execute()

  for (const dataset of await query.selectFrom('datasets').selectAll().execute()) {
    const { id, spaceId, spaceName, folder, fileCount, createdAt } = dataset
    const status = statuses[dataset.status] ?? 'success'
    await query
      .insertInto('datasetSources')
      .values({
        id,
        datasetId: id,
        spaceId,
        spaceName,
        selection: JSON.stringify({ fileIds: [], folders: [], filter: { folder, recursive: true }, except: [] }),
        status,
        taken: fileCount,
        present: 0,
        notPictures: 0,
        broken: 0,
        startedBy: null,
        createdAt,
        endedAt: status === 'collecting' ? null : createdAt,
      })
      .execute()
  }
  await schema.alterTable('datasets').dropColumn('folder').execute()

  await schema
    .alterTable('datasetItems')
    .addColumn('spaceId', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await query
    .updateTable('datasetItems')
    .from('datasets')
    .whereRef('datasets.id', '=', 'datasetItems.datasetId')
    .set(({ ref }) => ({ spaceId: ref('datasets.spaceId') }))
    .execute()
  await schema.createIndex('datasetItemsBySpace').on('datasetItems').columns(['spaceId', 'datasetId']).execute()
}
