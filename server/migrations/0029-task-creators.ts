import type { Migration } from '../src/platform/database/migrate.ts'

/** Tasks are listed by who created them. */
export const up: Migration['up'] = async (schema) => {
  await schema.createIndex('tasksByCreator').on('tasks').columns(['creator', 'createdAt', 'id']).execute()
}
