import type { Migration } from '../src/platform/database/migrate.ts'

interface Tables {
  learningRounds: { threshold: number; namedThreshold: number | null }
}

/** A round of learning may leave the threshold to the model that it trains. */
export const up: Migration['up'] = async (schema, database) => {
  await schema.alterTable('learningRounds').addColumn('namedThreshold', 'double precision').execute()
  await database
    .query<Tables>()
    .updateTable('learningRounds')
    .set(({ ref }) => ({ namedThreshold: ref('threshold') }))
    .execute()
  await schema.alterTable('learningRounds').dropColumn('threshold').execute()
  await schema.alterTable('learningRounds').renameColumn('namedThreshold', 'threshold').execute()
}
