import type { Migration } from '../../src/platform/database/migrate.ts'

/** A server with another data folder needs the ids of the first, the files of tasks, and the lines that programs told of running ones. */
export const dataFolders: Migration = {
  async up(schema) {
    await schema
      .createTable('storedValues')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('storedTasks')
      .addColumn('taskId', 'text', (column) => column.primaryKey().references('tasks.id').onDelete('cascade'))
      .addColumn('version', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('taskFiles')
      .addColumn('taskId', 'text', (column) => column.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('checksum', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('taskFilesByPath', ['taskId', 'path'])
      .execute()
    await schema.createIndex('taskFilesByContent').on('taskFiles').column('checksum').execute()
    await schema
      .createTable('taskJournals')
      .addColumn('taskId', 'text', (column) => column.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('lines', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('taskJournalsByPosition', ['taskId', 'position'])
      .execute()
  },
}
