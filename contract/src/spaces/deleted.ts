import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { space } from '../spaces.ts'

export const deletedSpace = space.pick({ id: true, name: true, path: true, fileCount: true, totalSize: true }).extend({
  deletedAt: time,
  deletedBy: z.string(),
  purgedAt: time,
})
export type DeletedSpace = z.output<typeof deletedSpace>

export const deletedSpaceEndpoints = {
  listDeletedSpaces: endpoint('GET', '/deleted-spaces', {
    summary: { en: 'Deleted data spaces, the last deleted first', zh: '已删除的数据空间，最近删除的在前' },
    query: pageQuery,
    answer: pageOf(deletedSpace),
  }),
  restoreSpace: endpoint('POST', '/deleted-spaces/:spaceId/restore', {
    summary: {
      en: 'Restore a data space with its files. Where its name or managed path was given away it gets a number',
      zh: '恢复数据空间及其文件；名称或托管路径已被占用时自动编号',
    },
    answer: space,
    errors: ['space.not-found', 'space.path-taken'],
  }),
  purgeSpace: endpoint('DELETE', '/deleted-spaces/:spaceId', {
    summary: {
      en: 'Delete a deleted data space for good. Of a folder indexed in place the files on disk stay',
      zh: '彻底删除已删除的数据空间；就地索引的文件夹在磁盘上的文件不受影响',
    },
    errors: ['space.not-found'],
  }),
} as const
