import type { Migration } from '../src/platform/database/migrate.ts'

/** How good what a task makes is, at a glance (JSON); null while its program has told no metric. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('tasks').addColumn('headline', 'text').execute()
}
