import type { Model, modelSorts } from '@vermilion/contract/models'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import type { BlobOwner } from '#platform/blobs/index-check'
import { readJson, writeJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { inWords, narrow, numberIn, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'

interface ModelRow extends Omit<Model, 'labels' | 'metrics' | 'predictionKind'> {
  labels: JsonText<string[]>
  /** Those that were known when it was added. */
  metrics: JsonText<Partial<Model['metrics']>>
}

interface ModelTables {
  models: ModelRow
}

/** What a list of models is asked for; the words are looked for in the name. */
export interface ModelQuery extends ListQuery {
  type?: Model['type'] | undefined
  labelType?: Model['labelType'] | undefined
  /** The dataset that they were trained on. */
  dataset?: string | undefined
}

const orders = {
  name: { column: 'name', by: inWords },
  size: { column: 'size' },
  mAP50: { column: 'metrics', by: numberIn('mAP50') },
  mAP50to95: { column: 'metrics', by: numberIn('mAP50to95') },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof modelSorts)[number], object>

const modelOf = (row: ModelRow): Model => ({
  ...row,
  labels: readJson(row.labels),
  predictionKind: predictionKinds[row.labelType],
  metrics: { ...unmeasured, ...readJson(row.metrics) },
})

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

    /** The model of a task that was deleted stays, and no longer points at it; answers its id. */
    async forgetTask(taskId: string): Promise<string | undefined> {
      const match = await query.selectFrom('models').select('id').where('taskId', '=', taskId).executeTakeFirst()
      await query.updateTable('models').set({ taskId: null }).where('taskId', '=', taskId).execute()
      return match?.id
    },

    /** Adds a model unless its task has one already; answers whether it was added. */
    async add({ labels, metrics, predictionKind: _kind, ...model }: Model): Promise<boolean> {
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

    async page({ type, labelType, dataset, ...listQuery }: ModelQuery) {
      let rows = reader.selectFrom('models').selectAll()
      if (type !== undefined) rows = rows.where('type', '=', type)
      if (labelType !== undefined) rows = rows.where('labelType', '=', labelType)
      if (dataset !== undefined) rows = rows.where('datasetId', '=', dataset)
      const narrowed = narrow(rows, listQuery, [contains('name', listQuery.search ?? '')])
      const page = await readPage(narrowed, { ...listQuery, sort: orderOf(orders, listQuery.sort, '-createdAt') })
      return { ...page, items: page.items.map(modelOf) }
    },

    blobOwner: {
      category: 'model',
      holders: (ids) =>
        reader
          .selectFrom('models')
          .select(['id', 'name'])
          .where('id', 'in', [...ids])
          .execute(),
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
