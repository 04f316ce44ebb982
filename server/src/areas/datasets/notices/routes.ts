import type { noticeEndpoints } from '@vermilion/contract/datasets/notices'
import type { Handlers } from '#platform/http/handler'
import type { Datasets } from '../area.ts'

export function noticeRoutes({ notices }: Pick<Datasets, 'notices'>): Handlers<typeof noticeEndpoints> {
  return {
    listNotices: ({ account }) => notices.list(account.username),
    seeNotices: ({ body, account }) => notices.see(account.username, body.until),
  }
}
