import type { Model } from '@vermilion/contract/models'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { BlobOwner } from '#platform/blobs/index-check'
import { readJson, writeJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

interface ModelRow extends Omit<Model, 'labels' | 'metrics'> {
  labels: JsonText<string[]>
  metrics: JsonText<Model['metrics']>
}

interface ModelTables {
  models: ModelRow
}

const newestFirst = [
  { column: 'createdAt', direction: 'desc' },
  { column: 'id', direction: 'desc' },
] as const

const modelOf = (row: ModelRow): Model => ({ ...row, labels: readJson(row.labels), metrics: readJson(row.metrics) })

export type ModelStore = ReturnType<typeof createModelStore>

/** Rows of the models area. No rules here. */
export function createModelStore(database: Database) {
  const query = database.query<ModelTables>()
  const reader = database.reader<ModelTables>()

  async function first(column: 'id' | 'taskId', value: string): Promise<Model | undefined> {
    const row = await query.selectFrom('models').selectAll().where(column, '=', value).executeTakeFirst()
    return row && modelOf(row)
  }

  return {
    find: (id: string) => first('id', id),
    byTask: (taskId: string) => first('taskId', taskId),

    /** Adds a model unless its task has one already; answers whether it was added. */
    async add({ labels, metrics, ...model }: Model): Promise<boolean> {
      const result = await query
        .insertInto('models')
        .values({ ...model, labels: writeJson(labels), metrics: writeJson(metrics) })
        .onConflict((conflict) => conflict.column('taskId').doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    async delete(id: string): Promise<boolean> {
      const result = await query.deleteFrom('models').where('id', '=', id).executeTakeFirst()
      return result.numDeletedRows > 0n
    },

    /** Newest first. */
    async page(page: PageQuery, search: string | undefined) {
      let rows = reader.selectFrom('models').selectAll()
      if (search) rows = rows.where(nameContains(search))
      const found = await readPage(rows, { ...page, sort: newestFirst })
      return { ...found, items: found.items.map(modelOf) }
    },

    blobOwner: {
      async named(checksums) {
        const rows = await reader
          .selectFrom('models')
          .select('checksum')
          .where('checksum', 'in', [...checksums])
          .execute()
        return rows.map(({ checksum }) => checksum)
      },
      all: () => reader.selectFrom('models').select(['checksum', 'size']).stream(),
    } satisfies BlobOwner,
  }
}

/** `like` with the pattern's own characters taken as they are. */
function nameContains(part: string) {
  return sql<SqlBool>`name like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}
