import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Generated images by their seed and the content of their workflow, which images of datasets are found by. */
export const up: Migration['up'] = async (schema, database) => {
  await schema.createIndex('generatedImagesBySeed').on('generatedImages').columns(['seed', 'checksum']).execute()
  await sql`create index "generatedImagesByWorkflow" on "generatedImages" ("workflowHash", "checksum")
    where "workflowHash" is not null`.execute(database.query())
}
