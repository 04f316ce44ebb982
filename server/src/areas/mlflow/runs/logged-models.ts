import { z } from 'zod'
import { productTags } from '#areas/tasks'
import { newId } from '#platform/ids'
import type { CallContext } from '../protocol/context.ts'
import { type FilterKey, search } from '../protocol/filter.ts'
import { pair } from './messages.ts'
import { pairsOf, recordOf } from '../protocol/pairs.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { prefixOf } from './run-store.ts'
import { experimentId, parseStored, runIdOf } from './run.ts'
import { call, type MlflowCall } from '../protocol/call.ts'

/** Tag prefix of logged models: their JSON record is stored under it plus the id. Their files belong to the run. */
const modelTag = `${productTags}model.`

const modelRecord = z.object({
  name: z.string(),
  runId: z.string(),
  type: z.string(),
  status: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  params: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
})
type ModelRecord = z.output<typeof modelRecord>

function modelMessage(id: string, { name, runId, type, status, createdAt, updatedAt, params, tags }: ModelRecord) {
  return {
    info: {
      model_id: id,
      experiment_id: experimentId,
      name,
      creation_timestamp_ms: createdAt,
      last_updated_timestamp_ms: updatedAt,
      artifact_uri: `mlflow-artifacts:/${runId}/models/${id}`,
      status,
      source_run_id: runId,
      model_type: type,
      tags: pairsOf(tags),
    },
    data: { params: pairsOf(params), metrics: [] },
  }
}

const maxBytes = 500_000

async function modelsOf({ task, series }: CallContext): Promise<Map<string, ModelRecord>> {
  const { tags } = await series.logged(task.id)
  return new Map(
    Object.entries(tags).flatMap(([tag, text]): [string, ModelRecord][] => {
      if (!tag.startsWith(modelTag)) return []
      const record = parseStored(modelRecord, text)
      return record === undefined ? [] : [[tag.slice(modelTag.length), record]]
    }),
  )
}

async function save({ task, series }: CallContext, id: string, record: ModelRecord): Promise<object> {
  const text = JSON.stringify(record)
  // Journal lines have a size limit.
  if (Buffer.byteLength(text) > maxBytes)
    throw new MlflowError('INVALID_PARAMETER_VALUE', 'The model has too many params and tags')
  await series.record(task.id, 'mlflow', { tags: { [modelTag + id]: text } })
  return { model: modelMessage(id, record) }
}

async function change(
  context: CallContext,
  id: string,
  by: (record: ModelRecord) => Partial<ModelRecord>,
): Promise<object> {
  const finish = await context.changing()
  try {
    const record = await findModel(context, id)
    return await save(context, id, { ...record, ...by(record), updatedAt: Date.now() })
  } finally {
    finish()
  }
}

export async function findModel(context: CallContext, id: string): Promise<ModelRecord> {
  const record = (await modelsOf(context)).get(id)
  if (record === undefined)
    throw new MlflowError('RESOURCE_DOES_NOT_EXIST', `Logged model with ID '${id.slice(0, 100)}' not found.`)
  return record
}

const model = z.object({ model_id: z.string().max(100) })
const list = z.array(pair).max(1_000).default([])
const create = z.object({
  name: z.string().max(250).optional(),
  source_run_id: z.string().optional(),
  model_type: z.string().max(500).default(''),
  params: list,
  tags: list,
})
const searchRequest = z.object({
  filter: z.string().max(10_000).default(''),
  order_by: z
    .array(z.object({ field_name: z.string().max(300), ascending: z.boolean().default(true) }))
    .max(100)
    .default([]),
  max_results: z.coerce.number().int().min(1).max(1_000).default(100),
  page_token: z.string().default(''),
})

function valueOfModel([id, record]: [string, ModelRecord], { entity, name }: FilterKey): string | number | undefined {
  if (entity === 'params') return record.params[name]
  if (entity === 'tags') return record.tags[name]
  if (entity === 'metrics') return undefined
  const { tags: _, ...info } = modelMessage(id, record).info
  return { ...info, creation_timestamp: record.createdAt, last_updated_timestamp: record.updatedAt }[name]
}

/** In the order of their protobuf numbers. */
const modelStatuses = ['LOGGED_MODEL_PENDING', 'LOGGED_MODEL_READY', 'LOGGED_MODEL_UPLOAD_FAILED']

export const loggedModelCalls: readonly MlflowCall[] = [
  call('POST', '/logged-models', create, async (context, request) => {
    const runId = request.source_run_id || runIdOf(context.task.id)
    await prefixOf(context, runId)
    const id = `m-${newId()}`
    const now = Date.now()
    return save(context, id, {
      name: request.name || id,
      runId,
      type: request.model_type,
      status: 'LOGGED_MODEL_PENDING',
      createdAt: now,
      updatedAt: now,
      params: recordOf(request.params),
      tags: recordOf(request.tags),
    })
  }),
  call('GET', '/logged-models/:model_id', model, async (context, { model_id }) => ({
    model: modelMessage(model_id, await findModel(context, model_id)),
  })),
  call('PATCH', '/logged-models/:model_id', model.extend({ status: z.coerce.string().max(40) }), (context, request) =>
    change(context, request.model_id, () => ({ status: modelStatuses[Number(request.status) - 1] ?? request.status })),
  ),
  call('POST', '/logged-models/:model_id/params', model.extend({ params: list }), (context, request) =>
    change(context, request.model_id, ({ params }) => ({ params: { ...params, ...recordOf(request.params) } })),
  ),
  call('PATCH', '/logged-models/:model_id/tags', model.extend({ tags: list }), (context, request) =>
    change(context, request.model_id, ({ tags }) => ({ tags: { ...tags, ...recordOf(request.tags) } })),
  ),
  call('POST', '/logged-models/search', searchRequest, async (context, request) => {
    const order_by = request.order_by.map(({ field_name, ascending }) => `${field_name} ${ascending ? 'ASC' : 'DESC'}`)
    const { rows, ...page } = search([...(await modelsOf(context))], { ...request, order_by }, valueOfModel)
    return { models: rows.map(([id, record]) => modelMessage(id, record)), ...page }
  }),
  call('POST', '/runs/outputs', z.object({ run_id: z.string().optional() }), () => ({})),
]
