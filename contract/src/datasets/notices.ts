import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'

/** Images were given to somebody to label or to review, or came back rejected. */
export const noticeKinds = ['to-label', 'to-review', 'rejected'] as const
/** Days that a notice is kept. */
export const noticeDays = 30
export const maxNotices = 50

/** News of one person's work. What somebody did to images of one dataset is one notice until it was seen. */
export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  datasetId: id,
  datasetName: z.string(),
  /** Number of images; null for all images that follow their dataset. */
  images: count.nullable(),
  /** The image, where it is about one. */
  itemId: id.nullable(),
  /** Username of who did it. */
  by: z.string(),
  /** The reviewer's last comment. */
  note: z.string(),
  createdAt: time,
  seen: z.boolean(),
})
export type Notice = z.output<typeof notice>

export const noticeEndpoints = {
  listNotices: endpoint({
    method: 'GET',
    path: '/notices',
    summary: {
      en: 'What others gave me to label or review, or sent back, within 30 days, newest first',
      zh: '30 天内他人分配给我标注或审核的图片，以及驳回的图片，最新的在前',
    },
    answer: z.object({ unseen: count, items: z.array(notice).max(maxNotices) }),
  }),
  seeNotices: endpoint({
    method: 'POST',
    path: '/notices/seen',
    summary: { en: 'Mark my notices as seen, up to a time', zh: '将某一时间之前的通知标为已读' },
    body: z.object({ until: time }),
    audited: false,
  }),
} as const
