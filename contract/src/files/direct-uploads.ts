import { z } from 'zod'
import { conflictChoices, spaceFile } from '../files.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, checksum } from '../kernel/fields.ts'
import { maxUploadBytes, uploadResult } from './uploads.ts'

/** Bytes of each part but the last; a smaller file is sent through the server. */
export const directPartBytes = 64 * 1024 ** 2

const target = spaceFile.pick({ path: true }).extend({
  conflict: z.enum(conflictChoices).default('replace'),
  unpack: z.boolean().default(false),
  size: bytes.max(maxUploadBytes),
})

export const directUpload = z.object({ upload: z.string(), addresses: z.array(z.string()) })
export type DirectUpload = z.output<typeof directUpload>

export const directUploadEndpoints = {
  beginDirectUpload: endpoint('POST', '/spaces/:spaceId/direct-uploads', {
    audited: false,
    summary: {
      en: 'Begin to put the parts of a large file into the bucket itself; null where files go through the server',
      zh: '开始将大文件的各分片直接上传到存储桶；文件需经由服务器时返回 null',
    },
    body: target,
    answer: directUpload.nullable(),
    errors: ['upload.invalid', 'space.not-found', 'space.in-place', 'file.path-invalid'],
  }),
  finishDirectUpload: endpoint('POST', '/direct-uploads/finish', {
    audited: false,
    summary: {
      en: 'Make a file of an upload whose parts have arrived, with this SHA-256; without one, discard it',
      zh: '所有分片到达后按给定的 SHA-256 生成文件；未提供时放弃该上传',
    },
    body: z.object({ upload: z.string().max(20_000), checksum: checksum.nullable() }),
    answer: uploadResult.nullable(),
    errors: ['upload.invalid', 'upload.checksum', 'space.not-found', 'space.in-place'],
  }),
} as const
