import type { z } from 'zod'
import { jsonNumber } from '#areas/tasks'
import { artifactFolderOf, listArtifacts } from '../artifacts/artifacts.ts'
import type { CallContext } from '../protocol/context.ts'
import { loggedModelCalls } from './logged-models.ts'
import { messages } from './messages.ts'
import type { Metric } from './messages.ts'
import { recordOf } from '../protocol/pairs.ts'
import type { Pair } from '../protocol/pairs.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { type FilterKey, search } from '../protocol/filter.ts'
import { createRun, findRun, prefixOf, updateRun } from './run-store.ts'
import { experiment, experimentId, runInfo, runMessage, runsOf, type TrackedRun } from './run.ts'
import { call, type MlflowCall } from '../protocol/call.ts'

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

const views: Readonly<Record<string, (isDeleted: boolean) => boolean>> = {
  ACTIVE_ONLY: (isDeleted) => !isDeleted,
  DELETED_ONLY: (isDeleted) => isDeleted,
  ALL: () => true,
}

function valueOfRun(run: TrackedRun, { entity, name }: FilterKey): string | number | undefined {
  if (entity === 'metrics') return run.metrics.find(({ key }) => key === name)?.value
  if (entity === 'params') return run.params[name]
  if (entity === 'tags') return name === 'mlflow.runName' ? run.record.name : run.tags[name]
  const info: Record<string, unknown> = { ...runInfo(run), created: run.record.startTime }
  const value = info[name === 'Run name' ? 'run_name' : name]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

async function searchRuns(context: CallContext, request: z.output<typeof messages.searchRuns>) {
  const isShown = views[request.run_view_type] ?? views['ACTIVE_ONLY']!
  const runs = runsOf(context.task, await context.series.logged(context.task.id))
  // Newest first by default.
  const newest = runs.toSorted((a, b) => b.record.startTime - a.record.startTime)
  const { rows, ...page } = search(
    newest.filter((run) => isShown(run.record.isDeleted)),
    request,
    valueOfRun,
  )
  return { runs: rows.map(runMessage), ...page }
}

const experimentCalls: readonly MlflowCall[] = [
  call('GET', '/experiments/get-by-name', messages.getExperimentByName, (_, request) => ({
    experiment: experiment(request.experiment_name),
  })),
  call('GET', '/experiments/get', messages.getExperiment, ({ task }) => ({ experiment: experiment(task.name) })),
  call('POST', '/experiments/search', messages.searchExperiments, ({ task }) => ({
    experiments: [experiment(task.name)],
  })),
  call('POST', '/experiments/create', messages.createExperiment, () => ({ experiment_id: experimentId })),
  call('POST', '/experiments/set-experiment-tag', messages.experimentTag, async ({ task, series }, { key, value }) => {
    await series.record(task.id, 'mlflow', { tags: { [key]: value } })
    return {}
  }),
]

const ownCalls: readonly MlflowCall[] = [
  call('POST', '/runs/create', messages.createRun, async (context, request) => ({
    run: runMessage(await createRun(context, request)),
  })),
  call('GET', '/runs/get', messages.getRun, async (context, { run_id }) => ({
    run: runMessage(await findRun(context, run_id)),
  })),
  call('POST', '/runs/update', messages.updateRun, async (context, request) => ({
    run_info: runInfo(await updateRun(context, request.run_id, request)),
  })),
  call('POST', '/runs/delete', messages.getRun, async (context, { run_id }) => {
    await updateRun(context, run_id, { isDeleted: true })
    return {}
  }),
  call('POST', '/runs/restore', messages.getRun, async (context, { run_id }) => {
    await updateRun(context, run_id, { isDeleted: false })
    return {}
  }),
  call('POST', '/runs/search', messages.searchRuns, searchRuns),
  call('POST', '/runs/log-metric', messages.logMetric, (context, metric) =>
    write(context, metric.run_id, { metrics: [metric] }),
  ),
  call('POST', '/runs/log-parameter', messages.logParameter, (context, param) =>
    write(context, param.run_id, { params: [param] }),
  ),
  call('POST', '/runs/set-tag', messages.setTag, (context, { run_id, key, value }) =>
    write(context, run_id, { tags: { [key]: value } }),
  ),
  call('POST', '/runs/delete-tag', messages.deleteTag, (context, { run_id, key }) =>
    write(context, run_id, { tags: { [key]: null } }),
  ),
  call('POST', '/runs/log-batch', messages.logBatch, (context, { run_id, metrics, params, tags }) =>
    write(context, run_id, { metrics, params, tags: recordOf(tags) }),
  ),
  // The server knows the run's input: the task's data source.
  call('POST', '/runs/log-inputs', messages.logInputs, () => ({})),
  call('GET', '/metrics/get-history', messages.metricHistory, async (context, request) => {
    const { task, series } = context
    const prefix = await prefixOf(context, request.run_id)
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
  call('GET', '/artifacts/list', messages.listArtifacts, async (context, { run_id, path }) => {
    const prefix = await prefixOf(context, run_id)
    return {
      root_uri: `mlflow-artifacts:/${run_id}`,
      files: await listArtifacts(context.output, artifactFolderOf(prefix), path),
    }
  }),
]

/** Calls that MLflow clients make while logging, below `/api/2.0/mlflow`. */
export const runCalls: readonly MlflowCall[] = [...experimentCalls, ...ownCalls, ...loggedModelCalls]
