import type { Migration } from '../src/platform/database/migrate.ts'

/** Workflows as they were when generations began with them, and what each image put into them. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('workflowVersions')
    /** SHA-256 of the content and the slots, hexadecimal. */
    .addColumn('hash', 'text', (column) => column.primaryKey())
    /** JSON. */
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('slots', 'text', (column) => column.notNull())
    .execute()
  await schema.alterTable('generations').addColumn('workflowVersion', 'text').execute()
  /** JSON: the values of the image; null where it has no workflow, or comes from before this step. */
  await schema.alterTable('generatedImages').addColumn('workflowValues', 'text').execute()
}
