import { z } from 'zod'
import { fileKinds } from '../files.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, time } from '../kernel/fields.ts'

const amount = z.object({ files: count, bytes })
/** Values from `minimum` (inclusive) to `below` (exclusive, null for open). */
const range = amount.extend({ minimum: z.number(), below: z.number().nullable() })

/** Lower bounds of the ranges of a report; the last range is open. */
export const reportEdges = {
  /** In bytes. */
  size: [0, 1_024, 10_240, 102_400, 1_048_576, 10_485_760, 104_857_600, 1_073_741_824],
  /** In pixels. */
  width: [0, 320, 640, 1_280, 1_920, 3_840, 7_680],
  height: [0, 240, 480, 720, 1_080, 2_160, 4_320],
  /** Width divided by height. */
  aspect: [0, 0.5, 0.7, 0.95, 1.05, 1.4, 1.7, 2],
  score: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90],
} as const

export const spaceReport = z.object({
  files: count,
  bytes,
  computedAt: time,
  kinds: z.array(amount.extend({ kind: z.enum(fileKinds) })),
  extensions: z.array(amount.extend({ extension: z.string() })),
  otherExtensions: amount.extend({ extensions: count }),
  sizes: z.array(range),
  images: count,
  widths: z.array(range),
  heights: z.array(range),
  aspects: z.array(range),
  /** Files by arrival without gaps: per day, month or year (UTC). */
  periodUnit: z.enum(['day', 'month', 'year']),
  periods: z.array(amount.extend({ from: time, before: time })),
  /** Repeated contents; wasted bytes are all copies but one. */
  duplicates: z.object({
    contents: count,
    files: count,
    wastedBytes: bytes,
    /** The twenty that waste most bytes. */
    most: z.array(z.object({ checksum: z.string(), name: z.string(), files: count, size: bytes, wastedBytes: bytes })),
  }),
  broken: amount,
  /** The twenty largest subfolders with everything below, the sum of the others, and the rest. */
  folders: z.array(amount.extend({ name: z.string(), path: z.string() })),
  otherFolders: amount.extend({ folders: count }),
  outsideFolders: amount,
  /** Null when no file has a score. */
  scores: z
    .object({ files: count, mean: z.number(), standardDeviation: z.number(), ranges: z.array(range) })
    .nullable(),
})
export type SpaceReport = z.output<typeof spaceReport>

export const spaceReportEndpoints = {
  spaceReport: endpoint('GET', '/spaces/:spaceId/report', {
    summary: {
      en: 'What lies in a data space: types, sizes, dimensions, times, duplicates, scores. While it is being counted, the last report and how far the next one is',
      zh: '数据空间的内容分析：类型、大小、尺寸、时间、重复内容、评分；统计期间返回上一份报告和当前进度',
    },
    query: z.object({ folder: z.string().max(1_000).default('') }),
    answer: z.object({
      /** Null before the first report. */
      report: spaceReport.nullable(),
      /** Progress of the report being made; null when the report is current. */
      progress: z.object({ done: count, total: count }).nullable(),
    }),
    errors: ['space.not-found', 'folder.not-found'],
  }),
} as const
