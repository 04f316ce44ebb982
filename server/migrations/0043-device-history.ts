import type { Migration } from '../src/platform/database/migrate.ts'

/** Readings of devices over time, and when the facts of each were found out. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('devices').addColumn('factsAt', 'text').execute()
  await schema.createIndex('devicesByJump').on('devices').column('jumpDeviceId').execute()
  await schema
    .createTable('deviceHistory')
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    /** Seconds since 1970 of the span whose points a row holds. */
    .addColumn('start', 'bigint', (column) => column.notNull())
    /** Points of 36 characters each, in the order in which they came. */
    .addColumn('points', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deviceHistoryKey', ['deviceId', 'tier', 'start'])
    .execute()
  await schema.createIndex('deviceHistoryByAge').on('deviceHistory').columns(['tier', 'start']).execute()
}
