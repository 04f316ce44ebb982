import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id } from '../kernel/fields.ts'
import { fileSelection } from '../files.ts'

/** A prepared zip download, valid for some minutes and for its requester. */
export const archive = z.object({
  id,
  name: z.string(),
  files: count,
  bytes,
})
export type Archive = z.output<typeof archive>

export const archiveEndpoints = {
  createArchive: endpoint('POST', '/spaces/:spaceId/archives', {
    summary: {
      en: 'Choose files to download as one zip. It is made while it is sent; the id is good for ten minutes',
      zh: '选择要打包为 zip 下载的文件；压缩包在发送时生成，编号十分钟内有效',
    },
    body: z.object({ selection: fileSelection, name: z.string().trim().max(200).default('') }),
    answer: archive,
    errors: ['space.not-found', 'file.none-selected'],
  }),
  downloadArchive: endpoint('GET', '/archives/:archiveId', {
    summary: {
      en: 'The chosen files as a zip. It breaks off where one of them has gone meanwhile',
      zh: '所选文件的 zip 压缩包；期间有文件消失时传输会中断',
    },
    raw: 'application/zip',
    errors: ['archive.not-found', 'space.not-found'],
  }),
} as const
