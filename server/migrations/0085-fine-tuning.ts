import type { Migration } from '../src/platform/database/migrate.ts'

/** LoRA models with the pictures that they made, and tasks that go on from the checkpoint of another. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('models').addColumn('lora', 'text').execute()
  await schema
    .createTable('modelSamples')
    .addColumn('modelId', 'text', (column) => column.notNull())
    .addColumn('step', 'bigint', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('modelSamplesKey', ['modelId', 'step', 'number'])
    .execute()
  await schema.createIndex('modelSamplesByContent').on('modelSamples').column('checksum').execute()
  await schema
    .alterTable('tasks')
    .addColumn('resumes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
