import type { Migration } from '../../src/platform/database/migrate.ts'

/** Sweeps, and their trials: a trial has a number that its sweep has once, so that no crash makes it twice. */
export const sweeps: Migration = {
  async up(schema) {
    await schema
      .createTable('sweeps')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('end', 'text')
      .addColumn('problem', 'text')
      .addColumn('space', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('concurrency', 'bigint', (column) => column.notNull())
      .addColumn('stopRule', 'text', (column) => column.notNull())
      .addColumn('timeBudgetSeconds', 'bigint')
      .addColumn('metric', 'text')
      .addColumn('direction', 'text')
      .addColumn('seed', 'bigint', (column) => column.notNull())
      .addColumn('template', 'text', (column) => column.notNull())
      .addColumn('spentMs', 'bigint', (column) => column.notNull())
      .addColumn('runningSince', 'text')
      .addColumn('creator', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'text', (column) => column.notNull())
      .addColumn('endedAt', 'text')
      .execute()
    await schema.createIndex('sweepsByState').on('sweeps').column('state').execute()
    await schema
      .createTable('sweepTrials')
      .addColumn('sweepId', 'text', (column) => column.notNull().references('sweeps.id').onDelete('cascade'))
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('taskId', 'text', (column) => column.references('tasks.id').onDelete('set null'))
      .addColumn('parameters', 'text', (column) => column.notNull())
      .addColumn('seed', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('stop', 'text')
      .addColumn('value', 'double precision')
      .addColumn('figures', 'text', (column) => column.notNull())
      .addColumn('curve', 'text', (column) => column.notNull())
      .addColumn('rungs', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'text', (column) => column.notNull())
      .addColumn('endedAt', 'text')
      .addPrimaryKeyConstraint('sweepTrialsKey', ['sweepId', 'number'])
      .execute()
    await schema.createIndex('sweepTrialsByTask').on('sweepTrials').column('taskId').unique().execute()
  },
}
