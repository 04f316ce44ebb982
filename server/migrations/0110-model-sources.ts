import type { Migration } from '../src/platform/database/migrate.ts'

/** The task among whose results a model was picked; a model that a training's end registered has it as `taskId`. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('models').addColumn('sourceTaskId', 'text').execute()
}
