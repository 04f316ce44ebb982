import type { z } from 'zod'
import type { SeriesService } from '../series/service.ts'
import type { TaskRow } from '../task-row.ts'
import { listArtifacts } from './artifacts.ts'
import { messages } from './messages.ts'
import type { Metric } from './messages.ts'
import { TrackingProblem } from './problem.ts'
import { describeRun, experiment, experimentId, runIdOf, runTags } from './run.ts'

export interface CallContext {
  task: TaskRow
  series: SeriesService
  /** Where the task's results lie. */
  output: string
}

export interface TrackingCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  handle(context: CallContext, message: unknown): Promise<object>
}

function call<Name extends keyof typeof messages>(
  method: TrackingCall['method'],
  path: string,
  name: Name,
  handle: (context: CallContext, message: z.output<(typeof messages)[Name]>) => Promise<object> | object,
): TrackingCall {
  return {
    method,
    path,
    async handle(context, message) {
      const parsed = messages[name].safeParse(message ?? {})
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw new TrackingProblem('INVALID_PARAMETER_VALUE', `${issue?.path.join('.')}: ${issue?.message}`)
      }
      checkRun(context, parsed.data)
      return handle(context, parsed.data as z.output<(typeof messages)[Name]>)
    },
  }
}

/** A token speaks for its own task's run alone. */
function checkRun({ task }: CallContext, message: { run_id?: string; run_uuid?: string } | object): void {
  const request = ('run_id' in message && message.run_id) || ('run_uuid' in message && message.run_uuid)
  if (typeof request === 'string' && request !== runIdOf(task.id)) {
    throw new TrackingProblem('RESOURCE_DOES_NOT_EXIST', `Run with id=${request} not found`)
  }
}

const runOf = async ({ task, series }: CallContext) => describeRun(task, await series.logged(task.id))
const pairs = (list: readonly { key: string; value: string }[]) =>
  Object.fromEntries(list.map(({ key, value }) => [key, value]))
const pointOf = ({ key, step, timestamp, value }: Metric): [string, number, number, number | null] => [
  key,
  step,
  timestamp,
  Number.isFinite(value) ? value : null,
]
const write = async ({ task, series }: CallContext, line: Parameters<SeriesService['record']>[2]) => {
  await series.record(task.id, 'mlflow', line)
  return {}
}

/** The calls that MLflow's clients make while they log, below `/api/2.0/mlflow`. */
export const trackingCalls: readonly TrackingCall[] = [
  call('GET', '/experiments/get-by-name', 'getExperimentByName', (_, request) => ({
    experiment: experiment(request.experiment_name),
  })),
  call('GET', '/experiments/get', 'getExperiment', ({ task }) => ({ experiment: experiment(task.name) })),
  call('POST', '/experiments/search', 'searchExperiments', ({ task }) => ({ experiments: [experiment(task.name)] })),
  call('POST', '/experiments/create', 'createExperiment', () => ({ experiment_id: experimentId })),
  call('POST', '/experiments/set-experiment-tag', 'experimentTag', (context, { key, value }) =>
    write(context, { tags: { [key]: value } }),
  ),
  call('POST', '/runs/create', 'createRun', async (context, { run_name: name, tags }) => {
    const named = name === undefined ? {} : { [runTags.name]: name }
    await write(context, { tags: { ...pairs(tags), ...named, [runTags.status]: 'RUNNING' } })
    return { run: await runOf(context) }
  }),
  call('GET', '/runs/get', 'getRun', async (context) => ({ run: await runOf(context) })),
  call('POST', '/runs/update', 'updateRun', async (context, { status, run_name: name }) => {
    const tags = {
      ...(status === undefined ? {} : { [runTags.status]: status }),
      ...(name === undefined || name === '' ? {} : { [runTags.name]: name }),
    }
    await write(context, { tags })
    return { run_info: (await runOf(context)).info }
  }),
  call('POST', '/runs/search', 'searchRuns', async (context, { filter }) => {
    if (filter.trim() !== '') throw new TrackingProblem('INVALID_PARAMETER_VALUE', 'runs cannot be filtered here')
    return { runs: [await runOf(context)] }
  }),
  call('POST', '/runs/log-metric', 'logMetric', (context, metric) => write(context, { points: [pointOf(metric)] })),
  call('POST', '/runs/log-parameter', 'logParameter', (context, { key, value }) =>
    write(context, { parameters: { [key]: value } }),
  ),
  call('POST', '/runs/set-tag', 'setTag', (context, { key, value }) => write(context, { tags: { [key]: value } })),
  call('POST', '/runs/delete-tag', 'deleteTag', (context, { key }) => write(context, { tags: { [key]: null } })),
  call('POST', '/runs/log-batch', 'logBatch', (context, { metrics, params, tags }) =>
    write(context, { points: metrics.map(pointOf), parameters: pairs(params), tags: pairs(tags) }),
  ),
  // What a run read is known here by itself: it is the task's data source.
  call('POST', '/runs/log-inputs', 'logInputs', () => ({})),
  call('GET', '/metrics/get-history', 'metricHistory', async ({ task, series }, request) => {
    const from = Number(request.page_token) || 0
    await series.logged(task.id)
    const { points, next } = await series.history(task.id, request.metric_key, { from, most: request.max_results })
    const metrics = points.map(([step, timestamp, value]) => ({ key: request.metric_key, value, timestamp, step }))
    return { metrics, ...(next === null ? {} : { next_page_token: String(next) }) }
  }),
  call('GET', '/artifacts/list', 'listArtifacts', async ({ task, output }, { path }) => ({
    root_uri: `mlflow-artifacts:/${runIdOf(task.id)}`,
    files: await listArtifacts(output, path),
  })),
]
