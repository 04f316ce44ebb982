import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, covers, id, progress, text, time } from './kernel/fields.ts'
import { imageCheck } from './tasks/image-check.ts'
import { parameterDefinition } from './tasks/image-parameters.ts'
import { listQuery, pageOf } from './kernel/page.ts'
import { executorKinds } from './tasks/executors.ts'
import { accelerator, taskCreate, taskParameters, taskResources, taskRestarts, taskUpdate } from './tasks/creation.ts'
import { dataSource, taskFailure } from './tasks/ends.ts'
import { externalRun } from './tasks/external/external-runs.ts'
import { taskSweep } from './tasks/sweeps/sweeps.ts'
import { taskHeadline } from './tasks/headline.ts'
import { taskRecordEndpoints } from './tasks/records.ts'
import { taskRemovalEndpoints } from './tasks/removal.ts'
import { taskResultEndpoints } from './tasks/results.ts'

export const taskStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const
export type TaskStatus = (typeof taskStatuses)[number]
export const imageKinds = ['training', 'fine-tuning', 'cloud-inference', 'board-inference'] as const
export const taskKinds = [...imageKinds, 'external'] as const
export type TaskKind = (typeof taskKinds)[number]

export const task = z.object({
  id,
  /** Programs elsewhere name their runs as they like. */
  name: z.string(),
  kind: z.enum(taskKinds),
  status: z.enum(taskStatuses),
  statusReason: z.string(),
  progress: progress.nullable(),
  headline: taskHeadline.nullable(),
  image: z.string(),
  imageAddress: z.string(),
  framework: z.string(),
  command: z.array(z.string()),
  parameters: taskParameters,
  dataSource,
  dataSources: z.array(dataSource.extend({ mountPath: z.string() })),
  mountPath: z.string(),
  outputPath: z.string(),
  pool: z.string(),
  poolName: z.string(),
  priority: z.number().int(),
  /** Per instance. */
  resources: taskResources,
  /** Over all instances. */
  accelerator,
  instances: z.array(z.object({ role: z.string(), count })),
  environment: z.record(z.string(), z.string()),
  secretNames: z.array(z.string()),
  timeLimitSeconds: z.number().int().nullable(),
  restarts: taskRestarts,
  restartCount: count,
  seed: z.number().int().nullable(),
  /** Position in the pool's queue, from 1; null when not queued. */
  queue: z.object({ position: z.number().int(), expectedStartAt: time.nullable() }).nullable(),
  boardStatus: z.enum(taskStatuses).nullable(),
  deviceName: z.string().nullable(),
  modelId: id.nullable(),
  modelSize: bytes.nullable(),
  failure: taskFailure.nullable(),
  isResumable: z.boolean(),
  retryOf: id.nullable(),
  external: externalRun.nullable(),
  /** The sweep that it is a trial of. */
  sweep: taskSweep.nullable(),
  creator: z.string(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type Task = z.output<typeof task>

export const listedTask = task.extend({ covers })
export type ListedTask = z.output<typeof listedTask>

export const instanceStatuses = ['queuing', 'running', 'success', 'failed', 'stopped', 'unknown'] as const
export const taskInstance = z.object({
  role: z.string(),
  name: z.string(),
  restartCount: count,
  instanceIp: z.string().nullable(),
  hostIp: z.string().nullable(),
  status: z.enum(instanceStatuses),
})

export const trainingImage = z.object({
  /** Null for built-in images. */
  id: id.nullable(),
  name: z.string(),
  title: text,
  /** Licences, what it needs, and what it begins with. */
  description: text.optional(),
  address: z.string(),
  framework: z.string(),
  taskKind: z.enum(imageKinds),
  /** True when it produces images instead of a model. */
  generates: z.boolean(),
  labelTypes: z.array(z.string()),
  dataFormat: z.string(),
  parameters: z.record(z.string(), parameterDefinition),
  /** Program and arguments. `{mountPath}` and `{outputPath}` expand to the folders, `{parameters}` to `--name value` of all. */
  command: z.array(z.string()),
  executors: z.array(z.enum(executorKinds)),
  accelerators: z.array(z.string()),
  writes: z.array(z.string()),
  check: imageCheck.nullable(),
})
export type TrainingImage = z.output<typeof trainingImage>

export const taskSorts = ['name', 'priority', 'createdAt'] as const

/** Instance name; the first instance by default. */
export const instanceName = z.string().max(200).optional()

const placeErrors = ['pool.not-found', 'pool.too-small', 'pool.no-accelerator', 'image.other-pool'] as const

export const taskEndpoints = {
  listTrainingImages: endpoint('GET', '/training-images', {
    summary: { en: 'The catalog of training and inference images', zh: '训练与推理镜像目录' },
    answer: z.array(trainingImage),
  }),
  listTasks: endpoint('GET', '/tasks', {
    summary: {
      en: 'Training and inference tasks, newest first unless sorted otherwise',
      zh: '训练与推理任务，默认最新的在前',
    },
    query: listQuery(taskSorts).extend({
      status: z.enum(taskStatuses).optional(),
      kind: z.enum(taskKinds).optional(),
      pool: id.optional(),
      creator: z.string().max(100).optional(),
      /** The runs nested in this external one. */
      parent: id.optional(),
      /** The trials of this sweep. */
      sweep: id.optional(),
    }),
    answer: pageOf(listedTask),
  }),
  listTaskCreators: endpoint('GET', '/tasks/creators', {
    summary: { en: 'The accounts that created tasks, by name', zh: '创建过任务的账号，按名称排序' },
    answer: z.array(z.string()),
  }),
  createTask: endpoint('POST', '/tasks', {
    summary: {
      en: 'Start a training task on a dataset, a data space or a folder',
      zh: '用数据集、数据空间或文件夹启动训练任务',
    },
    body: taskCreate,
    answer: task,
    errors: [
      'image.not-found',
      'image.parameters-invalid',
      'image.other-labels',
      ...placeErrors,
      'dataset.not-found',
      'dataset.unlabeled',
      'auto-label.under-way',
      'dataset.empty',
      'version.not-found',
      'version.not-ready',
      'space.not-found',
      'space.path-invalid',
      'space.path-unusable',
      'folder.not-found',
    ],
  }),
  updateTask: endpoint('PATCH', '/tasks/:taskId', {
    summary: { en: 'Change priority or pool of a task that waits', zh: '修改排队任务的优先级或资源池' },
    body: taskUpdate,
    answer: task,
    errors: ['task.not-found', 'task.not-queuing', ...placeErrors],
  }),
  retryTask: endpoint('POST', '/tasks/:taskId/retry', {
    summary: {
      en: 'Run an ended task again, on the data that it had, as a task of its own',
      zh: '用相同数据再次运行已结束的任务（新建任务）',
    },
    answer: task,
    errors: ['task.not-found', 'task.not-over', 'image.not-found', 'image.parameters-invalid', ...placeErrors],
  }),
  resumeTask: endpoint('POST', '/tasks/:taskId/resume', {
    summary: {
      en: 'Go on with a stopped or failed task from its checkpoint, as a task of its own',
      zh: '从检查点继续已停止或失败的任务（新建任务）',
    },
    answer: task,
    errors: [
      'task.not-found',
      'task.not-over',
      'task.no-checkpoint',
      'image.not-found',
      'image.parameters-invalid',
      ...placeErrors,
    ],
  }),
  ...taskRecordEndpoints,
  ...taskResultEndpoints,
  ...taskRemovalEndpoints,
  getTask: endpoint('GET', '/tasks/:taskId', {
    summary: { en: 'One task', zh: '一个任务' },
    answer: task,
    errors: ['task.not-found'],
  }),
  stopTask: endpoint('POST', '/tasks/:taskId/stop', {
    summary: {
      en: 'Stop a queuing or running task: it is asked to end, and ended by force after a grace time',
      zh: '停止排队或运行中的任务：先请求结束，超过宽限时间后强制结束',
    },
    answer: task,
    errors: ['task.not-found', 'task.ended', 'task.stop-failed'],
  }),
  deleteTask: endpoint('DELETE', '/tasks/:taskId', {
    summary: {
      en: 'Delete a task that has ended, with its log, its result files and its report. Models made by it stay',
      zh: '删除已结束的任务及其日志、结果文件和报告；其产生的模型保留',
    },
    answer: z.object({}),
    errors: ['task.not-found', 'task.not-ended'],
  }),
  listInstances: endpoint('GET', '/tasks/:taskId/instances', {
    summary: { en: 'The running instances of a task', zh: '任务的运行实例' },
    answer: z.array(taskInstance),
    errors: ['task.not-found'],
  }),
  readLog: endpoint('GET', '/tasks/:taskId/log', {
    summary: {
      en: 'A part of the log from a byte offset; a negative offset counts from the end',
      zh: '从某个字节位置开始的部分日志；负数从末尾计算',
    },
    query: z.object({
      instance: instanceName,
      offset: z.coerce.number().int().default(-65_536),
      limit: z.coerce.number().int().min(1).max(1_048_576).default(262_144),
    }),
    answer: z.object({ text: z.string(), offset: bytes, nextOffset: bytes, size: bytes, path: z.string() }),
    errors: ['task.not-found', 'task.log-missing', 'task.log-away', 'task.instance-not-found'],
  }),
  downloadLog: endpoint('GET', '/tasks/:taskId/log/content', {
    summary: { en: 'The whole log', zh: '完整日志' },
    query: z.object({ instance: instanceName }),
    raw: 'text/plain; charset=utf-8',
    errors: ['task.not-found', 'task.log-missing', 'task.log-away', 'task.instance-not-found'],
  }),
} as const
