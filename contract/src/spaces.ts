import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, count, covers, description, id, name, progress, tags, text, time } from './kernel/fields.ts'
import { listQuery, pageOf, tagTerms } from './kernel/page.ts'

export const spaceStatuses = ['init', 'processing', 'failed', 'success', 'generating', 'normal', 'error'] as const

export const scanReport = z.object({
  added: count,
  changed: count,
  removed: count,
  /** Files that cannot be indexed, grouped by reason with an example path. */
  skipped: z.array(z.object({ reason: text, count, example: z.string() })),
  /** Reason the folder could not be scanned; the index is unchanged then. */
  problem: text.nullable(),
  /** True when the folder is unexpectedly empty, which a further scan may accept. */
  emptied: z.boolean(),
})
export type ScanReport = z.output<typeof scanReport>

/**
 * A managed path is relative (`floor-robot`). Indexed in place are: an absolute path, which is a folder within the configured
 * roots; `s3://bucket/prefix`; and the address of a list of addresses, `https://host/pictures.csv`.
 */
export const space = z.object({
  id,
  name,
  description,
  path: z.string().trim().min(1).max(1_000),
  /** The object storage of the settings whose address and key open the bucket; null for all other paths. */
  storageId: id.nullable(),
  tags,
  status: z.enum(spaceStatuses),
  fileCount: count,
  totalSize: bytes,
  /** Progress of the work that keeps the space busy (generating, processing); null when there is none. */
  progress: progress.nullable(),
  /** Last scan of a folder indexed in place; null for managed spaces and before the first. */
  scannedAt: time.nullable(),
  scanReport: scanReport.nullable(),
  /** Username; null when unknown. */
  creator: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
})
export type Space = z.output<typeof space>

export const listedSpace = space.extend({ covers: covers.optional() })
export type ListedSpace = z.output<typeof listedSpace>

export function isInPlace({ path }: Pick<Space, 'path'>): boolean {
  return path.startsWith('/') || isRemote({ path })
}

export const isBucket = ({ path }: Pick<Space, 'path'>): boolean => path.startsWith('s3://')

/** True for a bucket or a list of addresses. */
export const isRemote = ({ path }: Pick<Space, 'path'>): boolean => /^(?:s3|https?):\/\//.test(path)

export const spaceCreate = z.object({
  name: space.shape.name,
  path: space.shape.path,
  storageId: space.shape.storageId.default(null),
  description: space.shape.description.default(''),
  tags: space.shape.tags.default([]),
})
export type SpaceCreate = z.input<typeof spaceCreate>

export const spaceUpdate = space.pick({ name: true, description: true, tags: true, storageId: true }).partial()

export const spaceSorts = ['name', 'path', 'status', 'fileCount', 'totalSize', 'createdAt', 'updatedAt'] as const

export const pathCheck = z.object({
  ok: z.boolean(),
  /** Path as stored; for a folder indexed in place, with links resolved. */
  path: z.string().nullable(),
  reason: text.nullable(),
  roots: z.array(z.string()),
  suggestions: z.array(z.string()),
})
export type PathCheck = z.output<typeof pathCheck>

export const spaceEndpoints = {
  listSpaces: endpoint('GET', '/spaces', {
    summary: {
      en: 'Data spaces, newest first unless sorted otherwise; the text are looked for in name, path and tags',
      zh: '数据空间，默认最新的在前；关键词在名称、路径和标签中查找',
    },
    query: listQuery(spaceSorts).extend({
      /** `normal` includes `success`: both are idle after successful work. */
      status: z.enum(spaceStatuses).optional(),
      tags: tagTerms,
      contents: z.stringbool().default(false),
    }),
    answer: pageOf(listedSpace),
  }),
  createSpace: endpoint('POST', '/spaces', {
    summary: { en: 'Create a data space', zh: '创建数据空间' },
    body: spaceCreate,
    answer: space,
    errors: ['space.name-taken', 'space.path-taken', 'space.path-invalid', 'space.path-unusable'],
  }),
  checkPath: endpoint('POST', '/spaces/check-path', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'Whether a data space can be created on a path, and folders that go on from it',
      zh: '某个路径能否用于创建数据空间，以及可以继续选择的文件夹',
    },
    body: z.object({ path: z.string().max(1_000), storageId: id.nullable().default(null) }),
    answer: pathCheck,
  }),
  getSpace: endpoint('GET', '/spaces/:spaceId', {
    summary: { en: 'One data space', zh: '一个数据空间' },
    answer: space,
    errors: ['space.not-found'],
  }),
  updateSpace: endpoint('PATCH', '/spaces/:spaceId', {
    summary: {
      en: 'Change name, description, tags or, of a bucket, the object storage of a data space',
      zh: '修改数据空间的名称、描述、标签，或存储桶所用的对象存储',
    },
    body: spaceUpdate,
    answer: space,
    errors: ['space.not-found', 'space.name-taken', 'space.path-unusable'],
  }),
  deleteSpace: endpoint('DELETE', '/spaces/:spaceId', {
    summary: {
      en: 'Delete a data space. Images that datasets took from it stay in those datasets, marked unavailable',
      zh: '删除数据空间；数据集引用的图片仍留在数据集中，标记为不可用',
    },
    answer: z.object({ affectedDatasets: z.array(z.object({ id, name })) }),
    errors: ['space.not-found'],
  }),
} as const
