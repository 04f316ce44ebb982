import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Answers kept for repeated requests, and jobs. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('answers')
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('requestId', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('answersKey', ['accountId', 'requestId'])
    .execute()
  await schema.createIndex('answersByAge').on('answers').column('createdAt').execute()

  await schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('resumePoint', 'text')
    .addColumn('done', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('total', 'bigint')
    .addColumn('unit', 'text')
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('error', 'text')
    .addColumn('runAt', 'text', (column) => column.notNull())
    .addColumn('leaseUntil', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('jobsByTurn').on('jobs').columns(['state', 'kind', 'runAt']).execute()
  await schema
    .createIndex('jobsUnended')
    .on('jobs')
    .columns(['kind', 'key'])
    .unique()
    .where(sql.ref('state'), 'in', ['queued', 'running'])
    .execute()
}
