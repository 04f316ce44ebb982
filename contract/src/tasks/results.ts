import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id } from '../kernel/fields.ts'

const metricTable = z.object({
  columns: z.array(z.string()),
  /** One row an epoch, in the order written; null where a cell is empty. */
  rows: z.array(z.array(z.number().nullable())),
})
export type MetricTable = z.output<typeof metricTable>

const resultFile = z.object({ path: z.string(), size: bytes })

const measure = z.number().nullable()

/** What the best model of a training came to on the images that were held back, as its program says in `report.json`. */
export const trainingReport = z.object({
  /** Images that it was measured on. */
  images: count,
  metrics: z.record(z.string(), measure),
  /** From which score on a prediction counts for precision and recall. */
  confidence: z.number().optional(),
  classes: z.array(
    z.object({
      label: z.string(),
      instances: count,
      precision: measure.optional(),
      recall: measure.optional(),
      mAP50: measure.optional(),
      mAP50to95: measure.optional(),
      averagePrecision: measure.optional(),
      overlap: measure.optional(),
    }),
  ),
  /** `matrix[found][true]`; a last label may be the background. */
  confusion: z.object({ labels: z.array(z.string()), matrix: z.array(z.array(count)) }).optional(),
  /** Of labels that occur: at recalls, and at confidences, of 0, 0.01, … 1. */
  curves: z
    .array(z.object({ label: z.string(), precisionByRecall: z.array(z.number()), f1: z.array(z.number()) }))
    .optional(),
})
export type TrainingReport = z.output<typeof trainingReport>

const params = z.object({ taskId: id })

/** What a task leaves in its output folder. */
export const taskResultEndpoints = {
  taskMetrics: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/metrics',
    summary: { en: 'What the task wrote into results.csv so far', zh: '任务目前写入 results.csv 的内容' },
    params,
    answer: metricTable,
    errors: ['task.not-found'],
  }),
  trainingReport: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/training-report',
    summary: {
      en: 'What a training came to on the images that it held back: figures, classes, confusion; null while it has not told',
      zh: '训练在验证图片上的结果：指标、类别、混淆矩阵；未产出时为 null',
    },
    params,
    answer: trainingReport.nullable(),
    errors: ['task.not-found'],
  }),
  listResultFiles: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/files',
    summary: { en: 'Files that the task wrote under its output path', zh: '任务在输出路径下写入的文件' },
    params,
    answer: z.array(resultFile),
    errors: ['task.not-found'],
  }),
  resultFileContent: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/files/content',
    summary: { en: 'The bytes of one result file', zh: '一个结果文件的内容' },
    params,
    query: z.object({ path: z.string().min(1).max(1_000), download: z.stringbool().default(false) }),
    raw: 'application/octet-stream',
    errors: ['task.not-found', 'task.file-missing'],
  }),
} as const
