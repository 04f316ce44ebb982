import type { Migration } from '../src/platform/database/migrate.ts'

/** How many images a task was given to read, once they are in place; null where they were not counted. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('tasks').addColumn('imageCount', 'bigint').execute()
}
