import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { fileOutcome } from './operations.ts'
import { spaceFile } from '../files.ts'

export const trashDays = 30
const retentionMilliseconds = trashDays * 24 * 3_600_000

export const purgeTime = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + retentionMilliseconds).toISOString()
/** Files deleted before this ISO time are due for purging; `now` in milliseconds since 1970. */
export const purgedBefore = (now: number): string => new Date(now - retentionMilliseconds).toISOString()

/** A deleted file. Restoring preserves its id. */
export const trashedFile = spaceFile
  .pick({ id: true, spaceId: true, path: true, name: true, size: true, kind: true, mediaType: true })
  .extend({
    deletedAt: time,
    deletedBy: z.string(),
    purgedAt: time,
  })
export type TrashedFile = z.output<typeof trashedFile>

export const listedTrashedFile = trashedFile.extend({ spaceName: z.string() })
export type ListedTrashedFile = z.output<typeof listedTrashedFile>

export const trashEndpoints = {
  listAllTrash: endpoint('GET', '/trash', {
    summary: {
      en: 'Deleted files of all data spaces, the last deleted first',
      zh: '全部数据空间中已删除的文件，最近删除的在前',
    },
    query: pageQuery,
    answer: pageOf(listedTrashedFile),
  }),
  listTrash: endpoint('GET', '/spaces/:spaceId/trash', {
    summary: {
      en: 'Deleted files of a data space, the last deleted first',
      zh: '数据空间中已删除的文件，最近删除的在前',
    },
    query: pageQuery,
    answer: pageOf(trashedFile),
    errors: ['space.not-found'],
  }),
  restoreFiles: endpoint('POST', '/spaces/:spaceId/trash/restore', {
    summary: {
      en: 'Put deleted files back where they were, beside what stands there by now',
      zh: '将已删除的文件恢复到原位置；原位置已被占用时自动编号',
    },
    body: z.union([z.object({ fileIds: z.array(id).min(1).max(10_000) }), z.object({ all: z.literal(true) })]),
    answer: fileOutcome,
    errors: ['space.not-found', 'file.none-selected'],
  }),
  emptyTrash: endpoint('POST', '/spaces/:spaceId/trash/empty', {
    summary: { en: 'Delete the files in the trash of a data space for good', zh: '清空数据空间的回收站，不可恢复' },
    answer: fileOutcome,
    errors: ['space.not-found'],
  }),
} as const
