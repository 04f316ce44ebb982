import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { InferenceModel, Model, modelEndpoints, modelSorts, modelUpdate } from '@vermilion/contract/models'
import { isInferenceModel, isLora } from '@vermilion/contract/models'
import { type LoraSample, maxListedSamples } from '@vermilion/contract/models/lora'
import type { ListQuery, Page } from '@vermilion/contract/kernel/page'
import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { firstNumber, alphabetical, narrow, numberIn, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { modelBlobs } from './rows/model-blobs.ts'
import { modelOf, type ModelRow, type ModelSampleRow, rowOf } from './rows/model-row.ts'

interface ModelTables {
  models: ModelRow
  modelSamples: ModelSampleRow
}

export type ModelQuery = ListQuery & Partial<Received<typeof modelEndpoints.listModels>['query']>

/** Same order as `measuresOf`. */
const mainFigures = ['mAP50', 'top1', 'meanPrecision', 'mIoU'] as const

const orders = {
  name: { column: 'name', by: alphabetical },
  size: { column: 'size' },
  figure: { column: 'metrics', by: numberIn(...mainFigures) },
  mAP50: { column: 'metrics', by: numberIn('mAP50') },
  mAP50to95: { column: 'metrics', by: numberIn('mAP50to95') },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof modelSorts)[number], object>

async function nextVersion(query: Kysely<ModelTables>, { name }: Pick<Model, 'name'>): Promise<number> {
  const latest = query.selectFrom('models').select(({ fn }) => fn.max('version').as('version'))
  const row = await latest.where('name', '=', name).executeTakeFirst()
  return (row?.version ?? 0) + 1
}

async function updateModel(
  query: Kysely<ModelTables>,
  id: string,
  { tags, ...change }: z.output<typeof modelUpdate>,
): Promise<void> {
  const values = { ...change, ...(tags !== undefined && { tags: writeJson(tags) }) }
  if (Object.keys(values).length > 0) await query.updateTable('models').set(values).where('id', '=', id).execute()
}

async function readLastSamples(
  reader: Kysely<ModelTables>,
  modelIds: readonly string[],
): Promise<ReadonlyMap<string, LoraSample[]>> {
  if (modelIds.length === 0) return new Map()
  const last = sql<number>`(select max("step") from "modelSamples" as "of" where "of"."modelId" = "modelSamples"."modelId")`
  const rows = await reader
    .selectFrom('modelSamples')
    .selectAll()
    .where('modelId', 'in', [...modelIds])
    .where('step', '=', last)
    .orderBy('number')
    .execute()
  const samples = Map.groupBy(rows, ({ modelId }) => modelId)
  return new Map(
    [...samples].map(([id, all]) => [id, all.slice(0, maxListedSamples).map(({ modelId: _id, ...sample }) => sample)]),
  )
}

async function readModels(
  reader: Kysely<ModelTables>,
  { type, stage, name, labelType, dataset, family, least, runnable, ...listQuery }: ModelQuery,
): Promise<Page<Model>> {
  let rows = reader.selectFrom('models').selectAll()
  if (type !== undefined) rows = rows.where('type', '=', type)
  if (stage !== undefined) rows = rows.where('stage', '=', stage)
  if (name !== undefined) rows = rows.where('name', '=', name)
  if (runnable === true) rows = rows.where('type', 'not in', ['lora-model', 'stored-model'])
  if (labelType !== undefined) rows = rows.where('labelType', '=', labelType)
  if (dataset !== undefined) rows = rows.where('datasetId', '=', dataset)
  if (least !== undefined) rows = rows.where(firstNumber('models.metrics', mainFigures), '>=', least)
  if (family !== undefined) rows = rows.where(dialect.textAt('models.lora', 'family'), '=', family)
  const narrowed = narrow(rows, listQuery, [contains('name', listQuery.search ?? '')])
  const rowPage = await readPage(narrowed, { ...listQuery, sort: orderOf(orders, listQuery.sort, '-createdAt') })
  const loras = rowPage.items.filter(({ lora }) => lora !== null).map(({ id }) => id)
  const samples = await readLastSamples(reader, loras)
  return { ...rowPage, items: rowPage.items.map((row) => modelOf(row, samples.get(row.id) ?? [])) }
}

export type ModelStore = ReturnType<typeof createModelStore>

export function createModelStore(database: Database) {
  const query = database.query<ModelTables>()
  const reader = database.reader<ModelTables>()

  async function samplesOf({ id, lora }: ModelRow): Promise<LoraSample[]> {
    if (lora === null) return []
    const samples = query.selectFrom('modelSamples').select(['step', 'number', 'checksum', 'size'])
    return samples.where('modelId', '=', id).orderBy('step').orderBy('number').execute()
  }

  async function first(column: 'id' | 'taskId', value: string): Promise<Model | undefined> {
    const row = await query.selectFrom('models').selectAll().where(column, '=', value).executeTakeFirst()
    return row && modelOf(row, await samplesOf(row))
  }

  const page = (modelQuery: ModelQuery) => readModels(reader, modelQuery)

  return {
    find: (id: string) => first('id', id),
    byTask: (taskId: string) => first('taskId', taskId),
    async sourceTask(id: string): Promise<string | null> {
      const row = await query.selectFrom('models').select('sourceTaskId').where('id', '=', id).executeTakeFirst()
      return row?.sourceTaskId ?? null
    },
    page,

    async lora(name: string) {
      const rows = query.selectFrom('models').selectAll().where('name', '=', name).where('lora', 'is not', null)
      const row = await rows.orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
      const match = row && modelOf(row, [])
      return match !== undefined && isLora(match) ? match : undefined
    },

    runnable: {
      async find(id: string): Promise<InferenceModel | undefined> {
        const match = await first('id', id)
        return match !== undefined && isInferenceModel(match) ? match : undefined
      },
      async page(modelQuery: ModelQuery): Promise<Page<InferenceModel>> {
        const all = await page({ ...modelQuery, runnable: true })
        return { ...all, items: all.items.filter(isInferenceModel) }
      },
    },

    versions: (name?: string) =>
      query
        .selectFrom('models')
        .select(['id', 'name', 'version', 'stage', 'notes', 'createdAt'])
        .$if(name !== undefined, (rows) => rows.where('name', '=', name ?? ''))
        .orderBy('name')
        .orderBy('version')
        .execute(),

    async rename(name: string, to: string): Promise<void> {
      await query.updateTable('models').set({ name: to }).where('name', '=', name).execute()
    },

    async forgetTask(taskId: string): Promise<string | undefined> {
      const match = await query.selectFrom('models').select('id').where('taskId', '=', taskId).executeTakeFirst()
      await query.updateTable('models').set({ taskId: null }).where('taskId', '=', taskId).execute()
      return match?.id
    },

    update: (id: string, change: z.output<typeof modelUpdate>) => updateModel(query, id, change),

    /**
     * Adds the model as the next version of its name, unless its task has one; returns whether it was added. Call inside a
     * transaction.
     */
    async add(model: Model, sourceTaskId: string | null = null): Promise<boolean> {
      const result = await query
        .insertInto('models')
        .values({ ...rowOf(model, sourceTaskId), version: await nextVersion(query, model) })
        .onConflict((conflict) => conflict.column('taskId').doNothing())
        .executeTakeFirst()
      const isAdded = (result.numInsertedOrUpdatedRows ?? 0n) > 0n
      const samples = isAdded && isLora(model) ? model.samples.map((sample) => ({ ...sample, modelId: model.id })) : []
      if (samples.length > 0) await query.insertInto('modelSamples').values(samples).execute()
      return isAdded
    },

    async delete(id: string): Promise<boolean> {
      await query.deleteFrom('modelSamples').where('modelId', '=', id).execute()
      const result = await query.deleteFrom('models').where('id', '=', id).executeTakeFirst()
      return result.numDeletedRows > 0n
    },

    blobOwners: modelBlobs(database),
  }
}
