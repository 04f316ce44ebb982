import { z } from 'zod'
import { labelSource } from './label-sources.ts'
import { datasetVersion } from './versions.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { id } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { taskCreateFields, taskParameters } from '../tasks/creation.ts'
import { task } from '../tasks.ts'

/** Status of a task in a dataset's training history; `inference` is an inference on it, running or ended. */
export const datasetTaskStatuses = ['failed', 'running', 'success', 'inference'] as const

export const trainingCreate = taskCreateFields.extend({
  parameters: taskParameters.default({}),
  /** Version to train on; the current dataset when omitted. */
  versionId: id.optional(),
})

export const datasetTask = task
  .pick({ name: true, kind: true, image: true, creator: true, createdAt: true, startedAt: true, endedAt: true })
  .extend({
    taskId: id,
    status: z.enum(datasetTaskStatuses),
    taskStatus: task.shape.status,
    statusReason: task.shape.statusReason,
    headline: task.shape.headline,
    metrics: z.record(z.string(), z.number()),
    /** SHA-256 of its input; equal for tasks with equal input. */
    checksum: z.string(),
    sources: z.array(labelSource).nullable(),
    version: datasetVersion.pick({ id: true, number: true, name: true }).nullable(),
  })
export type DatasetTask = z.output<typeof datasetTask>

export const datasetTrainingEndpoints = {
  startTraining: endpoint('POST', '/datasets/:datasetId/trainings', {
    summary: {
      en: 'Start a training task on this dataset: on a version of it, or as it is labeled now',
      zh: '用此数据集的某个版本或当前标注启动训练任务',
    },
    body: trainingCreate,
    answer: task,
    errors: [
      'dataset.not-found',
      'dataset.unlabeled',
      'auto-label.under-way',
      'dataset.empty',
      'image.not-found',
      'image.parameters-invalid',
      'image.other-labels',
      'pool.not-found',
      'pool.too-small',
      'pool.no-accelerator',
      'image.other-pool',
      'version.not-found',
      'version.not-ready',
    ],
  }),
  listTrainings: endpoint('GET', '/datasets/:datasetId/trainings', {
    summary: {
      en: 'Trainings and inferences that used the dataset, the latest first, with status and metrics',
      zh: '使用过该数据集的训练与推理任务，最新的在前，含状态与指标',
    },
    query: pageQuery.extend({ kind: task.shape.kind.optional() }),
    answer: pageOf(datasetTask),
    errors: ['dataset.not-found'],
  }),
} as const
