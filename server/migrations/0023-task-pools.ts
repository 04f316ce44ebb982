import type { Migration } from '../src/platform/database/migrate.ts'

interface Tables {
  pools: {
    id: string
    name: string
    executor: string
    concurrency: number
    createdAt: string
  }
}

/** Resource pools, and what tasks ask of them and say of their ends. */
export const up: Migration['up'] = async (schema, database) => {
  await schema
    .createTable('pools')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('executor', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('cpu', 'double precision')
    .addColumn('memoryBytes', 'bigint')
    .addColumn('accelerators', 'text')
    .addColumn('concurrency', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('deletedAt', 'text')
    .execute()
  await database
    .query<Tables>()
    .insertInto('pools')
    .values({ id: 'local', name: 'local', executor: 'local', concurrency: 1, createdAt: '2026-01-01T00:00:00.000Z' })
    .execute()

  const texts = { instances: '[{"role":"worker","count":1}]', mounts: '[]', environment: '{}', secretNames: '[]' }
  for (const [name, value] of Object.entries(texts)) {
    await schema
      .alterTable('tasks')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
      .execute()
  }
  await schema
    .alterTable('tasks')
    .addColumn('restarts', 'text', (column) => column.notNull().defaultTo('{"limit":0,"backoffSeconds":10}'))
    .execute()
  await schema
    .alterTable('tasks')
    .addColumn('timedOut', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['cpu', 'memoryBytes', 'timeLimitSeconds', 'seed', 'modelSize'] as const) {
    await schema
      .alterTable('tasks')
      .addColumn(name, name === 'cpu' ? 'double precision' : 'bigint')
      .execute()
  }
  const optional = ['outputTarget', 'ownCommand', 'secrets', 'failure', 'record', 'retryOf', 'modelId', 'restartAt']
  for (const name of [...optional, 'staleHandle', 'acceleratorIndexes']) {
    await schema.alterTable('tasks').addColumn(name, 'text').execute()
  }
  await schema.createIndex('tasksByPool').on('tasks').columns(['pool', 'status', 'endedAt']).execute()
}
