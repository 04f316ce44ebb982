import type { Migration } from '../src/platform/database/migrate.ts'

/** News of one person's work: images that were given to somebody, or came back. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('images', 'integer')
    .addColumn('itemId', 'text')
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('seenAt', 'text')
    .execute()
  await schema.createIndex('noticesByRecipient').on('notices').columns(['recipient', 'createdAt']).execute()
  await schema.createIndex('noticesByDataset').on('notices').column('datasetId').execute()
}
