import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'

export const noticeKinds = ['to-label', 'to-review', 'rejected'] as const
export const noticeDays = 30
export const maxNotices = 50

/** A notice for one person. Until it is seen, further actions of one person on a dataset update it. */
export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  datasetId: id,
  datasetName: z.string(),
  /** Number of images; null for all images that follow their dataset. */
  images: count.nullable(),
  itemId: id.nullable(),
  by: z.string(),
  note: z.string(),
  createdAt: time,
  seen: z.boolean(),
})
export type Notice = z.output<typeof notice>

export const noticeEndpoints = {
  listNotices: endpoint('GET', '/notices', {
    summary: {
      en: 'What others gave me to label or review, or sent back, within 30 days, newest first',
      zh: '30 天内他人分配给我标注或审核的图片，以及驳回的图片，最新的在前',
    },
    answer: z.object({ unseen: count, items: z.array(notice).max(maxNotices) }),
  }),
  seeNotices: endpoint('POST', '/notices/seen', {
    summary: { en: 'Mark my notices as seen, up to a time', zh: '将某一时间之前的通知标为已读' },
    body: z.object({ until: time }),
    audited: false,
  }),
} as const
