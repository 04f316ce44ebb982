import { z } from 'zod'
import { itemFilter } from './items.ts'
import { firstPixels, writtenFormatKinds } from '../formats/offers.ts'
import { formatProblem } from '../formats/problems/problems.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, progress, text, time } from '../kernel/fields.ts'
import { bucketName } from '../services/kinds.ts'

export const exportCreate = z.object({
  format: z.enum(writtenFormatKinds),
  layout: z.string().max(50).optional(),
  geometry: z.enum(['drawn', 'polygon', 'rle', 'compressed-rle']).optional(),
  firstPixel: z.literal(firstPixels).optional(),
  images: z.boolean().default(true),
  filter: itemFilter.optional(),
  versionId: id.optional(),
})
export type ExportCreate = z.input<typeof exportCreate>

export const maxExamined = 5_000

export const exportLosses = z.object({
  images: count,
  isComplete: z.boolean(),
  losses: z.array(
    z.object({
      reason: formatProblem.shape.reason,
      count,
      text,
    }),
  ),
})
export type ExportLosses = z.output<typeof exportLosses>

/** `preparing` writes the labels; the zip itself is created while it is downloaded. */
export const exportStatuses = ['preparing', 'ready', 'failed', 'stopped'] as const

export const exportSend = z.object({
  storageId: id,
  /** That of the storage unless given. */
  bucket: bucketName.optional(),
  prefix: z
    .string()
    .max(500)
    .regex(/^[^\p{Cc}\\?#]*$/u)
    .overwrite((input) => input.split('/').filter(Boolean).join('/')),
  overwrite: z.boolean().default(false),
})

export const exportSent = z.object({
  storage: z.string(),
  address: z.string(),
  status: z.enum(['sending', 'sent', 'failed', 'stopped']),
  /** The reason of a failure, or of waiting while it is sent. */
  reason: text.nullable(),
})

export const datasetExport = z.object({
  id,
  datasetId: id,
  format: z.enum(writtenFormatKinds),
  layout: z.string().nullable(),
  firstPixel: z.literal(firstPixels).nullable(),
  versionId: id.nullable(),
  status: z.enum(exportStatuses),
  progress: progress.nullable(),
  name: z.string(),
  images: count,
  annotations: count,
  unavailable: count,
  unfit: count,
  /** Size of the zip; 0 until it is ready. */
  size: bytes,
  error: text.nullable(),
  /** The object that it was last written to, or is being written to. */
  sent: exportSent.extend({ progress: progress.nullable() }).nullable(),
  createdAt: time,
  expiresAt: time,
})
export type DatasetExport = z.output<typeof datasetExport>

export const datasetExportEndpoints = {
  createExport: endpoint('POST', '/datasets/:datasetId/exports', {
    summary: {
      en: 'Prepare a dataset, or a part of it, for download in a format; it is kept for a day',
      zh: '将数据集（或其一部分）按指定格式准备下载，保留一天',
    },
    body: exportCreate,
    answer: datasetExport,
    errors: ['dataset.not-found', 'dataset.empty', 'dataset.format-unfit', 'version.not-found', 'version.not-ready'],
  }),
  findExportLosses: endpoint('POST', '/datasets/:datasetId/export-losses', {
    summary: {
      en: 'What a format cannot hold of a dataset, or of a part of it, counted before anything is exported',
      zh: '导出前统计该格式无法保存的内容',
    },
    body: exportCreate,
    readOnly: true,
    answer: exportLosses,
    errors: ['dataset.not-found', 'dataset.empty', 'dataset.format-unfit', 'version.not-found', 'version.not-ready'],
  }),
  listExports: endpoint('GET', '/datasets/:datasetId/exports', {
    summary: { en: 'Exports of a dataset that can be downloaded, the latest first', zh: '可下载的导出，最新的在前' },
    answer: z.array(datasetExport),
    errors: ['dataset.not-found'],
  }),
  getExport: endpoint('GET', '/exports/:exportId', {
    summary: { en: 'One export, and how far it is', zh: '一次导出及其进度' },
    answer: datasetExport,
    errors: ['dataset.export-not-found'],
  }),
  sendExport: endpoint('POST', '/exports/:exportId/storage', {
    summary: {
      en: 'Write a prepared export to an object storage of the settings; it waits while the storage is away',
      zh: '将已准备好的导出写入设置中的对象存储；存储不可用时会等待',
    },
    body: exportSend,
    answer: datasetExport,
    errors: ['dataset.export-not-found', 'dataset.export-not-ready', 'dataset.export-being-sent', 'service.not-found'],
  }),
  downloadExport: endpoint('GET', '/exports/:exportId/file', {
    summary: {
      en: 'The export as a zip, the same bytes each time; ranges are answered, so that a download can go on',
      zh: '导出的 zip 压缩包，每次内容一致；支持范围请求，可断点续传',
    },
    raw: 'application/zip',
    errors: ['dataset.export-not-found', 'dataset.export-not-ready'],
  }),
} as const
