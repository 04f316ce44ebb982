import type { Migration } from '../../src/platform/database/migrate.ts'

/** How inferences and runs of auto-labeling read pictures in tiles, as JSON; null at once. */
export const tiles: Migration = {
  async up(schema) {
    await schema.alterTable('inferenceOrders').addColumn('tiles', 'text').execute()
    await schema.alterTable('autoLabelRuns').addColumn('tiles', 'text').execute()
  },
}
