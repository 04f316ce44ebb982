import type { Migration } from '../../src/platform/database/migrate.ts'

/** Executors are pools: as services they were tested, and called by nothing. */
export const executorServices: Migration = {
  async up(_schema, database) {
    const query = database.query<{ services: { kind: string } }>()
    await query.deleteFrom('services').where('kind', '=', 'executor').execute()
  },
}
