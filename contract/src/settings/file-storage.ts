import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, time } from '../kernel/fields.ts'

/** The outcome of a browser's try to read and write an object of the bucket itself. */
const outcome = z.enum(['direct', 'rules-missing', 'write-rule-missing', 'refused', 'unreachable'])
export type DirectOutcome = z.output<typeof outcome>
const origin = z
  .string()
  .regex(/^https?:\/\/[^\s/]+$/)
  .max(300)
export const nodeChoices = ['automatic', 'on', 'off'] as const

export const fileStorage = z.object({
  folder: z.string(),
  /** `s3://bucket/prefix`; null for files in the folder. */
  bucket: z.string().nullable(),
  /** It is null for the service of AWS. */
  endpoint: z.string().nullable(),
  /** The last test. Browsers transfer past the server while its outcome is `direct`. */
  browsers: z.object({ outcome, origin, at: time }).nullable(),
  /** Whether task nodes are given addresses in the bucket; `automatic` after a test that reached it. */
  nodes: z.enum(nodeChoices),
  areNodesDirect: z.boolean(),
})
export type FileStorage = z.output<typeof fileStorage>

export const directProbe = z.object({ id, read: z.string(), write: z.string() })

export const contentOfProbe = (probeId: string) => `A probe of Vermilion, to be deleted at once: ${probeId}`

/** The rules for sharing (CORS) that a bucket needs, in the JSON of `aws s3api put-bucket-cors`. */
export const corsRules = (from: string) => [
  { AllowedOrigins: [from], AllowedMethods: ['GET', 'HEAD', 'PUT'], AllowedHeaders: ['*'], MaxAgeSeconds: 3_600 },
]

export const fileStorageEndpoints = {
  getFileStorage: endpoint('GET', '/settings/file-storage', {
    summary: {
      en: 'Where the contents of files lie, and whether browsers and task nodes reach them there past the server',
      zh: '文件内容的存放位置，以及浏览器和任务节点能否绕过服务器直接访问',
    },
    answer: fileStorage,
  }),
  beginDirectTest: endpoint('POST', '/settings/file-storage/probes', {
    audited: false,
    summary: {
      en: 'Put an object into the bucket that a browser tries to read and to replace',
      zh: '在存储桶中放入一个对象，供浏览器尝试读取和替换',
    },
    answer: directProbe,
    errors: ['file-storage.no-bucket'],
  }),
  changeFileStorage: endpoint('PATCH', '/settings/file-storage', {
    summary: {
      en: 'Report how a browser fared with the object of a test, or send all through the server (null); say whether task nodes are given addresses',
      zh: '报告浏览器访问测试对象的结果，或全部经由服务器传输（null）；设置是否向任务节点提供地址',
    },
    body: z.object({
      test: z.object({ probeId: id, outcome, origin }).nullish(),
      nodes: z.enum(nodeChoices).optional(),
    }),
    answer: fileStorage,
    errors: ['file-storage.no-bucket'],
  }),
  directTestScript: endpoint('GET', '/settings/file-storage/probe.js', {
    summary: {
      en: 'The script by which a browser tries the bucket; it alone may reach it before a test has held',
      zh: '浏览器用于测试存储桶的脚本；在测试通过之前仅此脚本可访问存储桶',
    },
    raw: 'text/javascript; charset=utf-8',
  }),
} as const
