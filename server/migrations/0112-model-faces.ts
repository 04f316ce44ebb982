import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Who made or brought a model, and ids of the images that stand for it: such that it was validated on, else any of its
 * dataset. Of LoRAs their samples do. Who brought earlier models from elsewhere nobody knows.
 */
export const up: Migration['up'] = async (schema, database) => {
  await schema.alterTable('models').addColumn('creator', 'text').execute()
  await schema
    .alterTable('models')
    .addColumn('covers', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  const run = (statement: string) => sql.raw(statement).execute(database.query())
  await run(`update "models" set "creator" = coalesce(
    (select "creator" from "tasks" where "id" = "models"."taskId"),
    (select "creator" from "tasks" where "id" = "models"."sourceTaskId"),
    (select "creator" from "modelConversions" where "modelId" = "models"."id"))`)
  for (const condition of [`and "split" = 'validation'`, ''])
    await run(`update "models" set "covers" = (select json_group_array("fileId") from (
        select "fileId" from "datasetItems" where "datasetId" = "models"."datasetId" and "available" = 1 ${condition}
        order by "number" limit 4))
      where "lora" is null and "datasetId" is not null and "covers" = '[]'`)
}
