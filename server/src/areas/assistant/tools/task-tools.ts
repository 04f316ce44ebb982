import { id } from '@vermilion/contract/kernel/fields'
import { taskEndpoints, type Task } from '@vermilion/contract/tasks'
import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { metricEndpoints, seriesAxes } from '@vermilion/contract/tasks/metrics'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { z } from 'zod'
import { endpointTool, pickFields } from './endpoint-tool.ts'
import { ownTool } from './own-tool.ts'
import type { Tool, ToolCaller } from './tool.ts'

const listFields = [
  'id',
  'name',
  'kind',
  'status',
  'statusReason',
  'image',
  'creator',
  'createdAt',
  'endedAt',
  'failure',
]
const detailFields = [
  ...listFields,
  'progress',
  'framework',
  'command',
  'parameters',
  'dataSources',
  'poolName',
  'priority',
  'resources',
  'instances',
  'environment',
  'secretNames',
  'timeLimitSeconds',
  'restarts',
  'restartCount',
  'seed',
  'queue',
  'modelId',
  'retryOf',
  'startedAt',
]
const logLines = 150
const seriesShown = 60
const points = 60
const pollIntervalMs = 500
const maxWaitSeconds = 50

const taskId = id.describe('Id of a task, as find_tasks tells it')

async function logEnd(call: ToolCaller, task: string, count = logLines): Promise<string> {
  const { lines } = await call(taskLogEndpoints.logLines, {
    params: { taskId: task },
    query: { from: -count, count, longest: 2_000 },
  })
  return lines.map(({ text }) => text).join('\n')
}

async function seriesOf(call: ToolCaller, task: string) {
  const { series } = await call(metricEndpoints.listSeries, { params: { taskId: task } })
  return series.slice(0, seriesShown).map(({ name, source, points: count, notFinite, last, minimum, maximum }) => ({
    name,
    source,
    points: count,
    notFinite,
    last: last?.value ?? null,
    lastStep: last?.step ?? null,
    minimum,
    maximum,
  }))
}

const orNull = <Result>(work: Promise<Result>) => work.catch(() => null)

export const taskTools: readonly Tool[] = [
  endpointTool({
    name: 'find_tasks',
    endpoint: taskEndpoints.listTasks,
    note: 'status failed finds the failed ones; sort -createdAt puts the newest first',
    defaults: { limit: 10 },
    fields: listFields,
  }),
  endpointTool({ name: 'get_task', endpoint: taskEndpoints.getTask, fields: detailFields }),
  ownTool({
    name: 'diagnose_task',
    title: { en: 'Why a task failed, or how it is doing', zh: '任务失败的原因或当前情况' },
    description:
      'Everything that tells why a task failed or how it is doing, in one call: the task with its config, the likely cause, the end of its log, and its metrics',
    arguments: z.strictObject({ taskId }),
    async run(input, call) {
      const [task, log, metrics] = await Promise.all([
        call(taskEndpoints.getTask, { params: input }),
        orNull(logEnd(call, input.taskId)),
        orNull(seriesOf(call, input.taskId)),
      ])
      return { task: pickFields(task, detailFields), metrics, logEnd: log }
    },
  }),
  ownTool({
    name: 'read_task_log',
    title: { en: 'The end of a task’s log', zh: '任务日志末尾' },
    description: 'The last lines of the log of a task',
    arguments: z.strictObject({ taskId, lines: z.number().int().min(1).max(500).default(logLines) }),
    run: (input, call) => logEnd(call, input.taskId, input.lines),
  }),
  endpointTool({ name: 'search_task_log', endpoint: taskLogEndpoints.searchLog }),
  endpointTool({ name: 'get_task_config', endpoint: taskEndpoints.getTaskOrder }),
  ownTool({
    name: 'list_metrics',
    title: { en: 'Metrics of a task', zh: '任务的指标' },
    description: 'The metrics of a task: name, last value, minimum and maximum of each',
    arguments: z.strictObject({ taskId }),
    run: (input, call) => seriesOf(call, input.taskId),
  }),
  ownTool({
    name: 'read_series',
    title: { en: 'The history of metrics', zh: '指标历史' },
    description: 'All values of metrics of one or several tasks over their run, thinned to the points asked for',
    arguments: z.strictObject({
      taskIds: z.array(id).min(1).max(8),
      names: z.array(z.string().min(1).max(500)).min(1).max(20),
      axis: z.enum(seriesAxes).default('step'),
      points: z.number().int().min(2).max(1_000).default(points),
    }),
    async run({ taskIds, names, axis, points: most }, call) {
      // Read the task's newest output first.
      await Promise.all(taskIds.map((one) => call(metricEndpoints.listSeries, { params: { taskId: one } })))
      const query = { tasks: taskIds.join(','), names: names.join('\n'), axis, points: most }
      return call(metricEndpoints.readSeries, { query })
    },
  }),
  ownTool({
    name: 'compare_tasks',
    title: { en: 'Compare tasks', zh: '比较任务' },
    description: 'Two to eight tasks side by side: status, parameters that differ, and the metrics of each',
    arguments: z.strictObject({ taskIds: z.array(id).min(2).max(8) }),
    async run({ taskIds }, call) {
      const tasks = await Promise.all(taskIds.map((one) => call(taskEndpoints.getTask, { params: { taskId: one } })))
      const metrics = await Promise.all(taskIds.map((one) => orNull(seriesOf(call, one))))
      return {
        differing: differing(tasks),
        tasks: tasks.map((task, at) => ({ ...(pickFields(task, listFields) as object), metrics: metrics[at] })),
      }
    },
  }),
  ownTool({
    name: 'wait_for_task',
    title: { en: 'Wait until a task ends', zh: '等待任务结束' },
    description: `Waits until a task has ended, ${maxWaitSeconds} s at most: call it again while the task still runs`,
    arguments: z.strictObject({ taskId, seconds: z.number().min(1).max(maxWaitSeconds).default(maxWaitSeconds) }),
    async run(input, call) {
      const until = Date.now() + input.seconds * 1_000
      for (;;) {
        const task = await call(taskEndpoints.getTask, { params: { taskId: input.taskId } })
        const isOver = task.status !== 'queuing' && task.status !== 'running'
        if (isOver || Date.now() >= until)
          return { isOver, ...(pickFields(task, [...listFields, 'progress']) as object) }
        await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
      }
    },
  }),
  endpointTool({
    name: 'list_training_images',
    endpoint: taskEndpoints.listTrainingImages,
    note: 'what can train and infer, and the parameters of each',
    fields: ['name', 'title', 'framework', 'taskKind', 'labelTypes', 'parameters', 'executors', 'accelerators'],
  }),
  endpointTool({ name: 'list_pools', endpoint: poolEndpoints.listPools }),
  endpointTool({ name: 'create_task', endpoint: taskEndpoints.createTask, creates: 'task' }),
  endpointTool({
    name: 'retry_task',
    endpoint: taskEndpoints.retryTask,
    note: 'with the same config: to change it, use create_task',
    creates: 'task',
  }),
  endpointTool({ name: 'stop_task', endpoint: taskEndpoints.stopTask, destructive: true }),
]

function differing(tasks: readonly Task[]): Record<string, unknown[]> {
  const rows = tasks.map(({ parameters, image, seed, resources, dataSources, priority }) => ({
    image,
    seed,
    priority,
    resources: JSON.stringify(resources),
    data: dataSources.map(({ name }) => name).join(', '),
    ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`parameters.${name}`, value])),
  })) as Record<string, unknown>[]
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = rows.map((row) => row[name] ?? null)
      return new Set(values).size > 1 ? [[name, values]] : []
    }),
  )
}
