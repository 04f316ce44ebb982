import type { Migration } from '../../src/platform/database/migrate.ts'

/** Pools have settings and secrets of their own; tasks are handed over to engines that queue by themselves. */
export const clusterPools: Migration = {
  async up(schema) {
    await schema
      .alterTable('pools')
      .addColumn('settings', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute()
    await schema.alterTable('pools').addColumn('secrets', 'text').execute()
    await schema.alterTable('tasks').addColumn('handedOverAt', 'text').execute()
  },
}
