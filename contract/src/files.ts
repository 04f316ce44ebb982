import { z } from 'zod'
import { lineageFilter } from './files/lineage-filter.ts'
import { endpoint } from './kernel/endpoint.ts'
import { bytes, checksum, count, id, tags, time } from './kernel/fields.ts'
import { maximumPageSize, pageOf, pageQuery, tagTerms, sortOrder } from './kernel/page.ts'
import { work } from './kernel/work.ts'

export const fileKinds = ['image', 'video', 'audio', 'text', 'archive', 'other'] as const

/** A file of a data space. `path` is relative to the space, with `/`, without a leading one. */
export const spaceFile = z.object({
  id,
  spaceId: id,
  path: z.string().min(1).max(1_000),
  name: z.string().min(1).max(255),
  size: bytes,
  kind: z.enum(fileKinds),
  mediaType: z.string(),
  /** Size of the upright picture (EXIF orientation applied); null for other files. */
  width: count.nullable(),
  height: count.nullable(),
  /** SHA-256 in hexadecimal; null until a file in place has been read. */
  checksum: z.string().nullable(),
  /** True when the content does not decode as the extension says. The file is stored as is. */
  broken: z.boolean(),
  tags,
  /** 0 to 100 from an evaluation; null without one. */
  score: z.number().min(0).max(100).nullable(),
  createdAt: time,
  updatedAt: time,
})
export type SpaceFile = z.output<typeof spaceFile>

const searchText = z.string().max(200).optional()
const atLeast = z.coerce.number().min(0).optional()

/** Filters of a space's files, combined with AND. Sent as a query string or in a body. */
export const fileFilter = z.object({
  folder: z.string().max(1_000).default(''),
  recursive: z.stringbool().or(z.boolean()).default(false),
  /** Matches part of the name, or with `*` and `?` the full name; case-insensitive. */
  search: searchText,
  kind: z.enum(fileKinds).optional(),
  /** Lower case, without dot; empty for names without one. */
  extension: z.string().max(20).optional(),
  /** Terms separated by `;`, each part of one of the tags. */
  tags: tagTerms,
  minimumSize: atLeast,
  maximumSize: atLeast,
  minimumWidth: atLeast,
  maximumWidth: atLeast,
  minimumHeight: atLeast,
  maximumHeight: atLeast,
  /** Bounds of width / height: inclusive minimum, exclusive maximum. */
  minimumAspect: atLeast,
  belowAspect: atLeast,
  minimumScore: atLeast,
  maximumScore: atLeast,
  createdFrom: z.iso.datetime().optional(),
  createdBefore: z.iso.datetime().optional(),
  broken: z.stringbool().or(z.boolean()).optional(),
  checksum: z.string().max(64).optional(),
  duplicated: z.stringbool().or(z.boolean()).optional(),
  ...lineageFilter.shape,
})
export type FileFilter = z.output<typeof fileFilter>

export const fileSorts = ['name', 'size', 'kind', 'createdAt', 'updatedAt', 'score'] as const
type FileSort = (typeof fileSorts)[number]
export type FileOrder = FileSort | `-${FileSort}`

/** A page by cursor, or from a 0-based `offset`, or the first page. */
export const filePageQuery = pageQuery.extend({
  sort: sortOrder(fileSorts).default('name'),
  offset: z.coerce.number().int().min(0).optional(),
})
export type FilePageQuery = z.output<typeof filePageQuery>

/** `total` is null when counting takes long; `countFiles` counts. */
export const filePage = pageOf(spaceFile).extend({ total: count.nullable() })
export type FilePage = z.output<typeof filePage>

export const folder = z.object({
  name: z.string(),
  path: z.string(),
  fileCount: count,
  totalSize: bytes,
  createdAt: time,
  updatedAt: time,
})
export type Folder = z.output<typeof folder>

export const fileSelection = z.object({
  fileIds: z.array(id).max(10_000).default([]),
  folders: z.array(z.string().min(1).max(1_000)).max(1_000).default([]),
  filter: fileFilter.optional(),
  except: z.array(id).max(10_000).default([]),
})
export type FileSelection = z.output<typeof fileSelection>

/** tus endpoint (POST, HEAD, PATCH, DELETE, OPTIONS) below the base path, with the bearer token. */
export const uploadPath = '/uploads'
/** Audit log entry of a finished upload; the tus protocol itself has no endpoint. */
export const uploadAction = {
  method: 'POST',
  path: uploadPath,
  summary: { en: 'Upload a file', zh: '上传文件' },
} as const
/** Bytes per PATCH, below the usual limits of proxies. */
export const uploadChunkSize = 8 * 1024 * 1024

export const conflictChoices = ['skip', 'keep-both', 'replace'] as const
export const uploadMetadata = z.object({
  spaceId: id,
  path: spaceFile.shape.path,
  conflict: z.enum(conflictChoices).default('replace'),
  unpack: z.stringbool().default(false),
  checksum: checksum.optional(),
})
export type UploadMetadata = z.output<typeof uploadMetadata>

export const uploadStates = ['sending', 'paused', 'interrupted', 'ended'] as const

/** Progress of a page's uploads as one batch. Each report replaces the previous one. */
export const uploadReport = z.object({
  spaceId: id,
  files: count,
  bytes,
  doneFiles: count,
  doneBytes: bytes,
  failedFiles: count,
  state: z.enum(uploadStates),
})
export type UploadReport = z.output<typeof uploadReport>

export const fileEndpoints = {
  reportUpload: endpoint('PUT', '/upload-batches/:batchId', {
    audited: false,
    summary: {
      en: 'Say how far the upload of some files is; the answer says whether somebody has stopped it meanwhile',
      zh: '报告一批文件的上传进度；响应说明期间是否有人停止了它',
    },
    body: uploadReport,
    answer: work,
    errors: ['space.not-found', 'work.not-found'],
  }),
  listFiles: endpoint('GET', '/spaces/:spaceId/files', {
    summary: {
      en: 'Files directly in one folder of a data space, or with recursive all below it, narrowed and sorted',
      zh: '数据空间某个文件夹中的文件，带 recursive 时为其下全部文件；可筛选和排序',
    },
    query: fileFilter.extend(filePageQuery.shape),
    answer: filePage,
    errors: ['space.not-found'],
  }),
  countFiles: endpoint('GET', '/spaces/:spaceId/files/count', {
    summary: { en: 'How many files a filter finds, and their size', zh: '符合筛选条件的文件数量与总大小' },
    query: fileFilter,
    answer: z.object({ files: count, bytes }),
    errors: ['space.not-found'],
  }),
  listFolders: endpoint('GET', '/spaces/:spaceId/folders', {
    summary: {
      en: 'Folders directly in one folder of a data space, by name, with what lies below each',
      zh: '数据空间某个文件夹中的子文件夹，按名称排序，并含各自的文件数与大小',
    },
    query: z.object({
      folder: z.string().max(1_000).default(''),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(maximumPageSize).default(maximumPageSize),
    }),
    answer: z.object({ items: z.array(folder), total: count }),
    errors: ['space.not-found'],
  }),
  getFolder: endpoint('GET', '/spaces/:spaceId/folder', {
    summary: { en: 'One folder of a data space', zh: '数据空间中的一个文件夹' },
    query: z.object({ folder: z.string().max(1_000).default('') }),
    answer: folder,
    errors: ['space.not-found', 'folder.not-found'],
  }),
  getFile: endpoint('GET', '/files/:fileId', {
    summary: { en: 'One file of a data space', zh: '数据空间中的一个文件' },
    answer: spaceFile,
    errors: ['file.not-found'],
  }),
  fileContent: endpoint('GET', '/files/:fileId/content', {
    summary: { en: 'The bytes of a file, as they came; ranges are answered', zh: '文件的原始内容；支持范围请求' },
    query: z.object({ download: z.stringbool().default(false) }),
    raw: 'application/octet-stream',
    errors: ['file.not-found'],
  }),
  fileThumbnail: endpoint('GET', '/files/:fileId/thumbnail', {
    summary: { en: 'A picture of at most 256 by 256 pixels', zh: '不超过 256 × 256 像素的缩略图' },
    raw: 'image/webp',
    errors: ['file.not-found', 'file.no-thumbnail'],
  }),
} as const
