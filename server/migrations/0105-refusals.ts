import type { Migration } from '../src/platform/database/migrate.ts'

/** Why a model that a training left is kept without being run (JSON, in each language); null of any other. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('models').addColumn('refusal', 'text').execute()
}
