import type { Migration } from '../src/platform/database/migrate.ts'

/** Imported workflows of ComfyUI, and which of its prompts each image was ordered with. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('workflows')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    /** JSON, as it was exported from ComfyUI. */
    .addColumn('content', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('slots', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('generationPrompts')
    .addColumn('generationId', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('attempt', 'bigint', (column) => column.notNull())
    /** The ComfyUI server that it was given to. */
    .addColumn('serviceId', 'text', (column) => column.notNull())
    .addColumn('promptId', 'text', (column) => column.notNull())
    /** Of the filled workflow: a prompt of another one is another image. */
    .addColumn('workflowHash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('generationPromptsKey', ['generationId', 'number', 'attempt'])
    .execute()

  /** JSON: names of the models that the engine used. */
  await schema.alterTable('generatedImages').addColumn('models', 'text').execute()
}
