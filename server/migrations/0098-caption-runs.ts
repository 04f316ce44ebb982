import type { Migration } from '../src/platform/database/migrate.ts'

/** Pictures that vision services caption: one at a time of each data space. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('captionRuns')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('serviceId', 'text', (column) => column.notNull())
    .addColumn('serviceName', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('fileIds', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('triggerWords', 'text', (column) => column.notNull())
    .addColumn('overwrites', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('written', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('jobId', 'text', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
  await schema.createIndex('captionRunsBySpace').on('captionRuns').columns(['spaceId', 'createdAt']).execute()
}
