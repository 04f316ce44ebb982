import type { Migration } from '../src/platform/database/migrate.ts'

/** Commands that were run on many devices, and what they came to on each. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('deviceCommands')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('command', 'text', (column) => column.notNull())
    .addColumn('timeoutSeconds', 'bigint', (column) => column.notNull())
    .addColumn('concurrency', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('devices', 'bigint', (column) => column.notNull())
    .addColumn('creator', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
  await schema.createIndex('deviceCommandsByTime').on('deviceCommands').columns(['createdAt', 'id']).execute()
  await schema
    .createTable('deviceCommandOutcomes')
    .addColumn('commandId', 'text', (column) => column.notNull())
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('deviceName', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('exitCode', 'bigint')
    .addColumn('signal', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('lastLine', 'text', (column) => column.notNull())
    .addColumn('outputSize', 'bigint', (column) => column.notNull())
    .addColumn('omitted', 'bigint', (column) => column.notNull())
    .addColumn('head', 'text', (column) => column.notNull())
    .addColumn('tail', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text')
    .addColumn('endedAt', 'text')
    .addPrimaryKeyConstraint('deviceCommandOutcomesKey', ['commandId', 'deviceId'])
    .execute()
  await schema
    .createIndex('deviceCommandOutcomesByStatus')
    .on('deviceCommandOutcomes')
    .columns(['commandId', 'status', 'deviceName'])
    .execute()
}
