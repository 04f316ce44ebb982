import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, time } from '../kernel/fields.ts'

/** Content with several owners counts for the first category in this order, so that each byte is counted once. */
export const storageCategories = [
  'space',
  'model',
  'artifact',
  'version',
  'import',
  'export',
  'trash',
  'unreferenced',
  'task-output',
  'task-data',
  'environment',
  'cache',
  'upload',
  'log',
  'database',
  'backup',
  'other',
] as const
export type StorageCategory = (typeof storageCategories)[number]

export const storageRow = z.object({
  category: z.enum(storageCategories),
  /** Null for the category itself. */
  id: id.nullable(),
  name: z.string(),
  bytes,
  files: count,
})
export type StorageRow = z.output<typeof storageRow>

export const storageReport = z.object({
  /** Time of measuring files without a database row (folders, caches, logs, backups). Null before the first one. */
  measuredAt: time.nullable(),
  /** Duration of the measurement in milliseconds. */
  took: z.number().min(0).nullable(),
  /** Total of the rows; 0 before the first measurement. */
  bytes,
  rows: z.array(storageRow),
  /** Bytes per category at the end of earlier days, oldest first. */
  history: z.array(z.object({ at: time, bytes: z.partialRecord(z.enum(storageCategories), bytes) })),
  disk: z.object({ used: bytes, free: bytes }).nullable(),
  /** Recent growth in bytes per day; null when unknown. */
  growth: z.number().nullable(),
  fullAt: time.nullable(),
})
export type StorageReport = z.output<typeof storageReport>

export const storageEndpoints = {
  getStorage: endpoint('GET', '/storage', {
    summary: {
      en: 'What the data folder holds: content as it is counted now, the rest as it was last measured',
      zh: '数据目录的占用情况：文件内容为实时计数，其余为最近一次统计',
    },
    answer: z.object({ report: storageReport, measuring: z.boolean() }),
  }),
  measureStorage: endpoint('POST', '/storage/measurements', {
    audited: false,
    summary: { en: 'Measure the data folder again', zh: '重新统计数据目录' },
    answer: z.object({}),
  }),
} as const
