import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, id, progress, taskName, time } from './kernel/fields.ts'
import { listQuery, pageOf } from './kernel/page.ts'
import type { Text } from './kernel/text.ts'

export const taskStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const
export type TaskStatus = (typeof taskStatuses)[number]
export const taskKinds = ['training', 'cloud-inference'] as const
export type TaskKind = (typeof taskKinds)[number]

/** What a task reads: an opaque reference that the area which started the task understands. */
export const dataSource = z.object({ kind: z.enum(['dataset', 'space']), id, name: z.string() })

/** What a form asks of every task, whatever starts it. */
export const taskCreateFields = z.object({
  name: taskName,
  image: z.string().min(1).max(200),
  priority: z.number().int().min(0).max(100).default(50),
})

export const task = z.object({
  id,
  name: taskName,
  kind: z.enum(taskKinds),
  status: z.enum(taskStatuses),
  /** Why the task is in this state, when there is more to say than the state: an exit code, a signal, a queue place. */
  statusReason: z.string(),
  progress: progress.nullable(),
  /** Name of the training image in the catalogue, and the address it is taken from. */
  image: z.string(),
  imageAddress: z.string(),
  framework: z.string(),
  /** The command as it is executed, one argument an entry. */
  command: z.array(z.string()),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  dataSource,
  /** Where the command sees its data and writes its results. */
  mountPath: z.string(),
  outputPath: z.string(),
  pool: z.string(),
  priority: z.number().int(),
  accelerator: z.object({ type: z.string(), count }),
  creator: z.string(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type Task = z.output<typeof task>

export const instanceStatuses = ['queuing', 'running', 'success', 'failed', 'stopped', 'unknown'] as const
export const taskInstance = z.object({
  role: z.string(),
  name: z.string(),
  restartCount: count,
  instanceIp: z.string().nullable(),
  hostIp: z.string().nullable(),
  status: z.enum(instanceStatuses),
})

/** A parameter of a training image: enough to make its form field and to check what was typed. */
export interface ParameterDefinition {
  readonly kind: 'integer' | 'number'
  readonly label: Text
  readonly default: number
  readonly minimum: number
  readonly maximum: number
  /** The value is a multiple of this, where not every number between the ends will do. */
  readonly step?: number | undefined
}

export const parameterDefinition = z.object({
  kind: z.enum(['integer', 'number']),
  label: z.object({ en: z.string(), zh: z.string() }),
  default: z.number(),
  minimum: z.number(),
  maximum: z.number(),
  step: z.number().optional(),
})

/** An entry of the training image catalogue. */
export const trainingImage = z.object({
  name: z.string(),
  title: z.object({ en: z.string(), zh: z.string() }),
  address: z.string(),
  framework: z.string(),
  taskKind: z.enum(taskKinds),
  labelTypes: z.array(z.string()),
  parameters: z.record(z.string(), parameterDefinition),
})
export type TrainingImage = z.output<typeof trainingImage>

export const metricTable = z.object({
  columns: z.array(z.string()),
  /** One row an epoch, in the order written; null where a cell is empty. */
  rows: z.array(z.array(z.number().nullable())),
})
export type MetricTable = z.output<typeof metricTable>

export const resultFile = z.object({ path: z.string(), size: bytes })

export const taskSorts = ['name', 'priority', 'createdAt'] as const

const taskParams = z.object({ taskId: id })

export const taskEndpoints = {
  listTrainingImages: endpoint({
    method: 'GET',
    path: '/training-images',
    summary: { en: 'The catalogue of training and inference images', zh: '训练与推理镜像目录' },
    answer: z.array(trainingImage),
  }),
  listTasks: endpoint({
    method: 'GET',
    path: '/tasks',
    summary: {
      en: 'Training and inference tasks, newest first unless sorted otherwise',
      zh: '训练与推理任务，默认最新的在前',
    },
    query: listQuery(taskSorts).extend({
      status: z.enum(taskStatuses).optional(),
      kind: z.enum(taskKinds).optional(),
    }),
    answer: pageOf(task),
  }),
  getTask: endpoint({
    method: 'GET',
    path: '/tasks/:taskId',
    summary: { en: 'One task', zh: '一个任务' },
    params: taskParams,
    answer: task,
    errors: ['task.not-found'],
  }),
  stopTask: endpoint({
    method: 'POST',
    path: '/tasks/:taskId/stop',
    summary: {
      en: 'Stop a queuing or running task: it is asked to end, and ended by force after a grace time',
      zh: '停止排队或运行中的任务：先请求结束，超过宽限时间后强制结束',
    },
    params: taskParams,
    answer: task,
    errors: ['task.not-found', 'task.ended', 'task.stop-failed'],
  }),
  deleteTask: endpoint({
    method: 'DELETE',
    path: '/tasks/:taskId',
    summary: {
      en: 'Delete a task that has ended, with its log, its result files and its report. Models made by it stay',
      zh: '删除已结束的任务及其日志、结果文件和报告；其产生的模型保留',
    },
    params: taskParams,
    answer: z.object({}),
    errors: ['task.not-found', 'task.not-ended'],
  }),
  listInstances: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/instances',
    summary: { en: 'The running instances of a task', zh: '任务的运行实例' },
    params: taskParams,
    answer: z.array(taskInstance),
    errors: ['task.not-found'],
  }),
  readLog: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/log',
    summary: {
      en: 'A part of the log from a byte offset; a negative offset counts from the end',
      zh: '从某个字节位置开始的部分日志；负数从末尾计算',
    },
    params: taskParams,
    query: z.object({
      offset: z.coerce.number().int().default(-65_536),
      limit: z.coerce.number().int().min(1).max(1_048_576).default(262_144),
    }),
    answer: z.object({ text: z.string(), offset: bytes, nextOffset: bytes, size: bytes, path: z.string() }),
    errors: ['task.not-found', 'task.log-missing'],
  }),
  downloadLog: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/log/content',
    summary: { en: 'The whole log', zh: '完整日志' },
    params: taskParams,
    raw: 'text/plain; charset=utf-8',
    errors: ['task.not-found', 'task.log-missing'],
  }),
  taskMetrics: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/metrics',
    summary: { en: 'What the task wrote into results.csv so far', zh: '任务目前写入 results.csv 的内容' },
    params: taskParams,
    answer: metricTable,
    errors: ['task.not-found'],
  }),
  listResultFiles: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/files',
    summary: { en: 'Files that the task wrote under its output path', zh: '任务在输出路径下写入的文件' },
    params: taskParams,
    answer: z.array(resultFile),
    errors: ['task.not-found'],
  }),
  resultFileContent: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/files/content',
    summary: { en: 'The bytes of one result file', zh: '一个结果文件的内容' },
    params: taskParams,
    query: z.object({ path: z.string().min(1).max(1_000), download: z.stringbool().default(false) }),
    raw: 'application/octet-stream',
    errors: ['task.not-found', 'task.file-missing'],
  }),
} as const
