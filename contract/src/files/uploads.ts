import { z } from 'zod'
import { conflictChoices, spaceFile, uploadChunkSize } from '../files.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, checksum, count, id, text, time } from '../kernel/fields.ts'

export const maxUploadBytes = 64 * 1024 ** 3

/**
 * Uploads many small files in one POST, below the base path, with the bearer token. Body: the length of a JSON text as four
 * bytes, big-endian; the text, an `uploadPack`; then the bytes of its files. The response is the envelope of an
 * `uploadPackAnswer`. Repeating a pack changes nothing.
 */
export const uploadPackPath = '/upload-packs'
export const uploadPackAction = {
  method: 'POST',
  path: uploadPackPath,
  summary: { en: 'Upload small files', zh: '批量上传小文件' },
} as const
/** Maximum bytes of a body, below the usual limits of proxies, and of a packed file. */
export const uploadPackSize = uploadChunkSize
export const maxPackedBytes = 4 * 1024 * 1024
export const uploadPackFiles = 200

const path = spaceFile.shape.path

export const uploadPack = z.object({
  spaceId: id,
  files: z
    .array(
      z.object({
        path,
        size: bytes.max(maxPackedBytes),
        checksum,
        conflict: z.enum(conflictChoices).default('replace'),
      }),
    )
    .min(1)
    .max(uploadPackFiles),
})
export type UploadPack = z.output<typeof uploadPack>

export const uploadOutcomes = ['taken', 'skipped', 'failed'] as const
/** Result of one file. `equals` is the path of a file in the space with identical content. */
export const uploadResult = z.object({
  path: z.string(),
  outcome: z.enum(uploadOutcomes),
  equals: z.string().nullable(),
  message: z.string().nullable(),
})
export type UploadResult = z.output<typeof uploadResult>

export const uploadPackAnswer = z.object({ files: z.array(uploadResult) })
export type UploadPackAnswer = z.output<typeof uploadPackAnswer>

/** Optional header of the last PATCH with the SHA-256 of the complete file, which the response confirms. */
export const checksumHeader = 'upload-content-checksum'
/** Response header after a tus upload's last byte: an `uploadResult` as percent-encoded JSON. */
export const uploadResultHeader = 'upload-result'

export const uploadCheckFiles = 2_000

export const unpackingStates = ['running', 'success', 'failed', 'stopped'] as const
export const unpacking = z.object({
  id,
  path,
  state: z.enum(unpackingStates),
  taken: count,
  skipped: count,
  /** First skipped entries by archive name, at most some hundreds. */
  skips: z.array(z.object({ path: z.string(), reason: text })),
  error: text.nullable(),
  createdAt: time,
  updatedAt: time,
})
export type Unpacking = z.output<typeof unpacking>

export const uploadEndpoints = {
  checkUpload: endpoint('POST', '/spaces/:spaceId/uploads/check', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'Say before an upload which of its files stand there already, which would be refused and why, and what room there is',
      zh: '在上传之前查询：哪些文件已存在、哪些会被拒绝及其原因，以及剩余空间',
    },
    body: z.object({
      files: z.array(z.object({ path: z.string().max(4_000), size: bytes })).max(uploadCheckFiles),
    }),
    bodyLimit: 10 * 1024 * 1024,
    answer: z.object({
      existing: z.array(z.object({ path: z.string(), size: bytes })),
      refused: z.array(z.object({ path: z.string(), reason: text })),
      freeSpace: bytes,
      largestFile: bytes,
    }),
    errors: ['space.not-found', 'space.in-place'],
  }),
  listUnpackings: endpoint('GET', '/spaces/:spaceId/unpackings', {
    summary: {
      en: 'Archives that were unpacked into a data space in the last days: how far, what was taken, what was skipped and why',
      zh: '最近几天解压到数据空间的压缩包：进度、已提取的文件、跳过的条目及原因',
    },
    answer: z.array(unpacking),
    errors: ['space.not-found'],
  }),
} as const
