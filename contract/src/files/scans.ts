import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { space } from '../spaces.ts'

export const scanEndpoints = {
  scanSpace: endpoint('POST', '/spaces/:spaceId/scan', {
    summary: {
      en: 'Look through the folder of a data space in place and bring its index in line; one scan at a time',
      zh: '扫描就地索引的数据空间文件夹并更新索引；同一时间只进行一次扫描',
    },
    body: z.object({
      /** Accepts an empty folder as emptied. Otherwise a folder that had files counts as a disk that is not mounted. */
      acceptEmpty: z.boolean().default(false),
    }),
    answer: space,
    errors: ['space.not-found', 'space.managed'],
  }),
} as const
