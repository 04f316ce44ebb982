import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes } from '../kernel/fields.ts'

const metricTable = z.object({
  columns: z.array(z.string()),
  /** One row per epoch, as written; null for empty cells. */
  rows: z.array(z.array(z.number().nullable())),
})
export type MetricTable = z.output<typeof metricTable>

const resultFile = z.object({ path: z.string(), size: bytes })

export const taskResultEndpoints = {
  taskMetrics: endpoint('GET', '/tasks/:taskId/metrics', {
    summary: { en: 'What the task wrote into results.csv so far', zh: '任务目前写入 results.csv 的内容' },
    answer: metricTable,
    errors: ['task.not-found'],
  }),
  listResultFiles: endpoint('GET', '/tasks/:taskId/files', {
    summary: { en: 'Files that the task wrote under its output path', zh: '任务在输出路径下写入的文件' },
    answer: z.array(resultFile),
    errors: ['task.not-found'],
  }),
  resultFileContent: endpoint('GET', '/tasks/:taskId/files/content', {
    summary: { en: 'The bytes of one result file', zh: '一个结果文件的内容' },
    query: z.object({ path: z.string().min(1).max(1_000), download: z.stringbool().default(false) }),
    raw: 'application/octet-stream',
    errors: ['task.not-found', 'task.file-missing'],
  }),
  resultFileThumbnail: endpoint('GET', '/tasks/:taskId/files/thumbnail', {
    summary: {
      en: 'A result file that is a picture, of at most 256 by 256 pixels',
      zh: '结果文件中图片的缩略图，不超过 256 × 256 像素',
    },
    query: z.object({ path: z.string().min(1).max(1_000) }),
    raw: 'image/webp',
    errors: ['task.not-found', 'task.file-missing', 'file.no-thumbnail'],
  }),
} as const
