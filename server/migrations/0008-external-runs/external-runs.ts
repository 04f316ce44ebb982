import type { Migration } from '../../src/platform/database/migrate.ts'

/** Runs of programs on other machines, and the experiments that these sort them by; MLflow's clients rely on the experiment 0. */
export const externalRuns: Migration = {
  async up(schema, database) {
    await schema
      .createTable('experiments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'text', (column) => column.notNull())
      .addColumn('updatedAt', 'text', (column) => column.notNull())
      .addColumn('deletedAt', 'text')
      .execute()
    const now = new Date().toISOString()
    await database
      .query<{ experiments: Record<'id' | 'name' | 'tags' | 'createdAt' | 'updatedAt', string> }>()
      .insertInto('experiments')
      .values({ id: '0', name: 'Default', tags: '{}', createdAt: now, updatedAt: now })
      .execute()
    await schema
      .createTable('externalRuns')
      .addColumn('taskId', 'text', (column) => column.primaryKey().references('tasks.id').onDelete('cascade'))
      .addColumn('experimentId', 'text', (column) => column.notNull().references('experiments.id'))
      .addColumn('parentId', 'text')
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('userName', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('heardAt', 'text', (column) => column.notNull())
      .addColumn('deletedAt', 'text')
      .execute()
    await schema.createIndex('externalRunsByExperiment').on('externalRuns').column('experimentId').execute()
    await schema.createIndex('externalRunsByParent').on('externalRuns').column('parentId').execute()
  },
}
