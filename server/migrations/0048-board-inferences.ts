import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** What inferences were asked for, by which the same on a device and in the cloud find each other. */
export const up: Migration['up'] = async (schema, database) => {
  await schema
    .createTable('inferenceOrders')
    .addColumn('taskId', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('modelId', 'text', (column) => column.notNull())
    .addColumn('modelName', 'text', (column) => column.notNull())
    /** Of the model's file, and of the list of images. */
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('confidence', 'double precision', (column) => column.notNull())
    .addColumn('overlap', 'double precision', (column) => column.notNull())
    .addColumn('deviceId', 'text')
    .addColumn('deviceName', 'text')
    .addColumn('runtime', 'text')
    /** The training whose model it is. */
    .addColumn('trainingId', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('inferenceOrdersOfImages')
    .on('inferenceOrders')
    .columns(['version', 'checksum', 'kind', 'createdAt'])
    .execute()
  await schema.createIndex('inferenceOrdersOfDevice').on('inferenceOrders').columns(['deviceId', 'createdAt']).execute()
  await schema.createIndex('inferenceOrdersOfModel').on('inferenceOrders').columns(['modelId', 'createdAt']).execute()
  await schema
    .createIndex('inferenceOrdersOfTraining')
    .on('inferenceOrders')
    .columns(['trainingId', 'createdAt'])
    .execute()
  /** The last task that ran the model of a training on a device. */
  await schema.alterTable('tasks').addColumn('boardTaskId', 'text').execute()
  await sql`insert into "inferenceOrders"
      ("taskId", "kind", "modelId", "modelName", "checksum", "version", "confidence", "overlap", "createdAt")
    select "id", "kind", json_extract("dataOrder", '$.reference.modelId'), json_extract("dataOrder", '$.reference.modelName'),
      json_extract("dataOrder", '$.reference.checksum'), json_extract("dataOrder", '$.reference.version'),
      coalesce(json_extract("parameters", '$.confidence'), 0.25), coalesce(json_extract("parameters", '$.overlap'), 0.45),
      "createdAt"
    from "tasks" where "kind" = 'cloud-inference' and json_extract("dataOrder", '$.reference.checksum') is not null`.execute(
    database.query(),
  )
}
