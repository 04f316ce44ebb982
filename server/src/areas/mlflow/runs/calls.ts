import { z } from 'zod'
import { jsonNumber } from '#areas/tasks'
import { artifactFolderOf, listArtifacts } from '../artifacts/artifacts.ts'
import type { CallContext, Caller } from '../protocol/context.ts'
import { loggedModelCalls, maxModelBytes } from './logged-models.ts'
import { isShownIn, messages } from './messages.ts'
import type { Metric } from './messages.ts'
import { recordOf } from '../protocol/pairs.ts'
import type { Pair } from '../protocol/pairs.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { type FilterKey, search } from '../protocol/filter.ts'
import { type CreateRun, createRunMaker, type RunNeeds } from './create-run.ts'
import { experimentCalls } from './experiments.ts'
import { findRun, prefixOf, updateRun } from './run-store.ts'
import { parseStored, readRuns, runInfo, runMessage, type TrackedRun } from './run.ts'
import { call, runCall, type MlflowCall } from '../protocol/call.ts'

const modelsTag = 'mlflow.log-model.history'
const modelList = z.array(z.looseObject({}))

interface RunValues {
  readonly metrics?: readonly Metric[]
  readonly params?: readonly Pair[]
  readonly tags?: Readonly<Record<string, string | null>>
}

async function write(context: CallContext, runId: string, { metrics = [], params = [], tags = {} }: RunValues) {
  const prefix = await prefixOf(context, runId)
  if (params.length > 0) await checkParams(context, runId, params)
  const within = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  await context.series.record(context.task.id, 'mlflow', {
    points: metrics.map(({ key, step, timestamp, value }) => [within(key), step, timestamp, jsonNumber(value)]),
    parameters: recordOf(params.map(({ key, value }) => ({ key: within(key), value }))),
    tags: Object.fromEntries(Object.entries(tags).map(([key, value]) => [within(key), value])),
  })
  return {}
}

/** Parameters are immutable once logged. */
async function checkParams(context: CallContext, runId: string, params: readonly Pair[]): Promise<void> {
  const { params: logged } = await findRun(context, runId)
  const existing = new Map(Object.entries(logged))
  for (const { key, value } of params) {
    const first = existing.get(key)
    if (first !== undefined && first !== value)
      throw new MlflowError(
        'INVALID_PARAMETER_VALUE',
        `Changing param values is not allowed. Param with key='${key}' was already logged with value='${first.slice(0, 500)}' for run ID='${runId}'. Attempted logging new value '${value.slice(0, 500)}'.`,
      )
    existing.set(key, value)
  }
}

function valueOfRun(run: TrackedRun, { entity, name }: FilterKey): string | number | undefined {
  if (entity === 'metrics') return run.metrics.find(({ key }) => key === name)?.value
  if (entity === 'params') return run.params[name]
  if (entity === 'tags') return name === 'mlflow.runName' ? run.record.name : run.tags[name]
  const info: Record<string, unknown> = { ...runInfo(run), created: run.record.startTime }
  const value = info[name === 'Run name' ? 'run_name' : name]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

async function searchRuns(caller: Caller, request: z.output<typeof messages.searchRuns>) {
  const isShown = isShownIn(request.run_view_type)
  const contexts = await caller.contextsIn(request.experiment_ids)
  const runs = (await Promise.all(contexts.map((context) => readRuns(context)))).flat()
  // Newest first by default.
  const newest = runs.toSorted((a, b) => b.record.startTime - a.record.startTime)
  const { rows, ...page } = search(
    newest.filter((run) => isShown(run.record.isDeleted)),
    request,
    valueOfRun,
  )
  return { runs: rows.map(runMessage), ...page }
}

const ownCalls = (create: CreateRun): readonly MlflowCall[] => [
  call('POST', '/runs/create', messages.createRun, async (caller, request) => ({
    run: runMessage(await create(caller, request)),
  })),
  runCall('GET', '/runs/get', messages.getRun, async (context, { run_id }) => ({
    run: runMessage(await findRun(context, run_id)),
  })),
  runCall('POST', '/runs/update', messages.updateRun, async (context, request) => ({
    run_info: runInfo(await updateRun(context, request.run_id, request)),
  })),
  runCall('POST', '/runs/delete', messages.getRun, async (context, { run_id }) => {
    await updateRun(context, run_id, { isDeleted: true })
    return {}
  }),
  runCall('POST', '/runs/restore', messages.getRun, async (context, { run_id }) => {
    await updateRun(context, run_id, { isDeleted: false })
    return {}
  }),
  call('POST', '/runs/search', messages.searchRuns, searchRuns),
  runCall('POST', '/runs/log-metric', messages.logMetric, (context, metric) =>
    write(context, metric.run_id, { metrics: [metric] }),
  ),
  runCall('POST', '/runs/log-parameter', messages.logParameter, (context, param) =>
    write(context, param.run_id, { params: [param] }),
  ),
  runCall('POST', '/runs/set-tag', messages.setTag, (context, { run_id, key, value }) =>
    write(context, run_id, { tags: { [key]: value } }),
  ),
  runCall('POST', '/runs/delete-tag', messages.deleteTag, (context, { run_id, key }) =>
    write(context, run_id, { tags: { [key]: null } }),
  ),
  runCall('POST', '/runs/log-batch', messages.logBatch, (context, { run_id, metrics, params, tags }) =>
    write(context, run_id, { metrics, params, tags: recordOf(tags) }),
  ),
  // Clients before version 3 tell of their models so.
  runCall('POST', '/runs/log-model', messages.logModel, async (context, { run_id, model_json }) => {
    const model = parseStored(z.looseObject({}), model_json)
    if (model === undefined) throw new MlflowError('INVALID_PARAMETER_VALUE', 'model_json is no JSON object')
    const finish = await context.changing()
    try {
      const { tags } = await findRun(context, run_id)
      const models = JSON.stringify([...(parseStored(modelList, tags[modelsTag] ?? '') ?? []), model])
      // Journal lines have a size limit.
      if (Buffer.byteLength(models) > maxModelBytes)
        throw new MlflowError('INVALID_PARAMETER_VALUE', 'The run has logged too many models')
      return await write(context, run_id, { tags: { [modelsTag]: models } })
    } finally {
      finish()
    }
  }),
  // The server knows the run's input: the task's data source.
  runCall('POST', '/runs/log-inputs', messages.logInputs, () => ({})),
  runCall('GET', '/metrics/get-history', messages.metricHistory, async (context, request) => {
    const { task, series } = context
    const prefix = await prefixOf(context, request.run_id, true)
    const from = Number(request.page_token) || 0
    await series.logged(task.id)
    const name = prefix === '' ? request.metric_key : `${prefix}/${request.metric_key}`
    const { points, next } = await series.history(task.id, name, { from, most: request.max_results })
    const metrics = points.map(([step, timestamp, value]) => ({
      key: request.metric_key,
      value: jsonNumber(value),
      timestamp,
      step,
    }))
    return { metrics, ...(next === null ? {} : { next_page_token: String(next) }) }
  }),
  runCall('GET', '/artifacts/list', messages.listArtifacts, async (context, { run_id, path }) => {
    const prefix = await prefixOf(context, run_id, true)
    return {
      root_uri: `mlflow-artifacts:/${run_id}`,
      files: await listArtifacts(context.output, artifactFolderOf(prefix), path),
    }
  }),
]

/** Calls that MLflow clients make while logging, below `/api/2.0/mlflow`. */
export function runCalls(needs: RunNeeds): readonly MlflowCall[] {
  const create = createRunMaker(needs)
  return [...experimentCalls(needs), ...ownCalls(create), ...loggedModelCalls(create)]
}
