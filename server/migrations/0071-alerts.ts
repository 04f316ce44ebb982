import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Alerts, the rules they are made by, what silences them, and the messages about them. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('objectKind', 'text', (column) => column.notNull())
    .addColumn('objectId', 'text', (column) => column.notNull())
    .addColumn('objectName', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .addColumn('value', 'double precision')
    .addColumn('threshold', 'double precision')
    .addColumn('acknowledgedBy', 'text')
    .addColumn('acknowledgedAt', 'text')
    /** When messages about it were queued; null while it was silenced from its begin. */
    .addColumn('notifiedAt', 'text')
    .execute()
  /** Of one rule about one object, one alert is open at a time. */
  await schema
    .createIndex('alertsOpen')
    .on('alerts')
    .columns(['rule', 'objectKind', 'objectId'])
    .unique()
    .where(sql.ref('endedAt'), 'is', null)
    .execute()
  await schema.createIndex('alertsByTime').on('alerts').columns(['startedAt', 'id']).execute()
  await schema
    .createTable('alertSilences')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('rule', 'text')
    .addColumn('objectKind', 'text')
    .addColumn('objectId', 'text')
    .addColumn('objectName', 'text')
    .addColumn('until', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('alertRules')
    .addColumn('rule', 'text', (column) => column.primaryKey())
    /** JSON: what differs from the default. */
    .addColumn('change', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('alertDeliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('alertId', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('serviceId', 'text', (column) => column.notNull())
    .addColumn('serviceName', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('nextAttemptAt', 'text')
    /** JSON: in each language. */
    .addColumn('error', 'text')
    /** JSON: what is sent. */
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
  await schema.createIndex('alertDeliveriesDue').on('alertDeliveries').columns(['state', 'nextAttemptAt']).execute()
  await schema.createIndex('alertDeliveriesByTime').on('alertDeliveries').columns(['createdAt', 'id']).execute()
}
