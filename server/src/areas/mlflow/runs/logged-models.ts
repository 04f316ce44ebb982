import { z } from 'zod'
import { productTags } from '#areas/tasks'
import { newId } from '#platform/ids'
import type { CallContext, Caller } from '../protocol/context.ts'
import { type FilterKey, search } from '../protocol/filter.ts'
import { pair } from './messages.ts'
import { pairsOf, recordOf } from '../protocol/pairs.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import type { CreateRun } from './create-run.ts'
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

function modelMessage({ id, experimentId, record }: LoggedModel) {
  const { name, runId, type, status, createdAt, updatedAt, params, tags } = record
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

/** Bytes of what the journal has of models in one line. */
export const maxModelBytes = 500_000

interface LoggedModel {
  readonly id: string
  readonly experimentId: string
  readonly record: ModelRecord
}

async function modelsOf({ task, series, external }: CallContext): Promise<LoggedModel[]> {
  const { tags } = await series.logged(task.id)
  return Object.entries(tags).flatMap(([tag, text]): LoggedModel[] => {
    const record = tag.startsWith(modelTag) ? parseStored(modelRecord, text) : undefined
    const ids = { id: tag.slice(modelTag.length), experimentId: external?.experimentId ?? experimentId }
    return record === undefined ? [] : [{ ...ids, record }]
  })
}

async function save({ task, series, external }: CallContext, id: string, record: ModelRecord): Promise<object> {
  const text = JSON.stringify(record)
  // Journal lines have a size limit.
  if (Buffer.byteLength(text) > maxModelBytes)
    throw new MlflowError('INVALID_PARAMETER_VALUE', 'The model has too many params and tags')
  await series.record(task.id, 'mlflow', { tags: { [modelTag + id]: text } })
  return { model: modelMessage({ id, experimentId: external?.experimentId ?? experimentId, record }) }
}

async function change(caller: Caller, id: string, by: (record: ModelRecord) => Partial<ModelRecord>): Promise<object> {
  const context = await caller.contextOf(runOfModel(id))
  const finish = await context.changing()
  try {
    const { record } = await findModel(caller, id)
    return await save(context, id, { ...record, ...by(record), updatedAt: Date.now() })
  } finally {
    finish()
  }
}

/** Ids of models begin with that of the task that logged them. */
const modelIdOf = (taskId: string) => `m-${taskId}${newId()}`
const runOfModel = (modelId: string) => runIdOf(modelId.slice('m-'.length, -newId().length))

export async function findModel(caller: Caller, id: string): Promise<LoggedModel> {
  const missing = new MlflowError('RESOURCE_DOES_NOT_EXIST', `Logged model with ID '${id.slice(0, 100)}' not found.`)
  const context = await caller.contextOf(runOfModel(id)).catch(() => Promise.reject(missing))
  const model = (await modelsOf(context)).find((one) => one.id === id)
  if (model === undefined) throw missing
  return model
}

const model = z.object({ model_id: z.string().max(100) })
const list = z.array(pair).max(1_000).default([])
const create = z.object({
  name: z.string().max(250).optional(),
  experiment_id: z.string().default('0'),
  source_run_id: z.string().optional(),
  model_type: z.string().max(500).default(''),
  params: list,
  tags: list,
})
const searchRequest = z.object({
  experiment_ids: z.array(z.string()).max(1_000).default([]),
  filter: z.string().max(10_000).default(''),
  order_by: z
    .array(z.object({ field_name: z.string().max(300), ascending: z.boolean().default(true) }))
    .max(100)
    .default([]),
  max_results: z.coerce.number().int().min(1).max(1_000).default(100),
  page_token: z.string().default(''),
})

function valueOfModel(model: LoggedModel, { entity, name }: FilterKey): string | number | undefined {
  const { record } = model
  if (entity === 'params') return record.params[name]
  if (entity === 'tags') return record.tags[name]
  if (entity === 'metrics') return undefined
  const { tags: _, ...info } = modelMessage(model).info
  return { ...info, creation_timestamp: record.createdAt, last_updated_timestamp: record.updatedAt }[name]
}

/** In the order of their protobuf numbers. */
const modelStatuses = ['LOGGED_MODEL_PENDING', 'LOGGED_MODEL_READY', 'LOGGED_MODEL_UPLOAD_FAILED']

export const loggedModelCalls = (createRun: CreateRun): readonly MlflowCall[] => [
  call('POST', '/logged-models', create, async (caller, request) => {
    const { experiment_id, name: run_name } = request
    // A model that no run logs gets one, since the files of models are those of runs.
    const runId =
      request.source_run_id ||
      (caller.usualRunId ?? (await createRun(caller, { experiment_id, run_name, tags: [] })).id)
    const context = await caller.contextOf(runId)
    await prefixOf(context, runId)
    const id = modelIdOf(context.task.id)
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
  call('GET', '/logged-models/:model_id', model, async (caller, { model_id }) => ({
    model: modelMessage(await findModel(caller, model_id)),
  })),
  call('PATCH', '/logged-models/:model_id', model.extend({ status: z.coerce.string().max(40) }), (caller, request) =>
    change(caller, request.model_id, () => ({ status: modelStatuses[Number(request.status) - 1] ?? request.status })),
  ),
  call('POST', '/logged-models/:model_id/params', model.extend({ params: list }), (caller, request) =>
    change(caller, request.model_id, ({ params }) => ({ params: { ...params, ...recordOf(request.params) } })),
  ),
  call('PATCH', '/logged-models/:model_id/tags', model.extend({ tags: list }), (caller, request) =>
    change(caller, request.model_id, ({ tags }) => ({ tags: { ...tags, ...recordOf(request.tags) } })),
  ),
  call('POST', '/logged-models/search', searchRequest, async (caller, request) => {
    const contexts = await caller.contextsIn(request.experiment_ids)
    const models = (await Promise.all(contexts.map(modelsOf))).flat()
    const order_by = request.order_by.map(({ field_name, ascending }) => `${field_name} ${ascending ? 'ASC' : 'DESC'}`)
    const { rows, ...page } = search(models, { ...request, order_by }, valueOfModel)
    return { models: rows.map(modelMessage), ...page }
  }),
  call('POST', '/runs/outputs', z.object({ run_id: z.string().optional() }), () => ({})),
]
