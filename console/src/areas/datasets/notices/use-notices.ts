import { noticeEndpoints } from '@vermilion/contract/datasets/notices'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { read, refresh } from '#lib/query.ts'

export function useNotices() {
  const notices = useQuery(read(noticeEndpoints.listNotices, {}))
  const { unseen = 0, items } = notices.data ?? {}
  return {
    items,
    unseen,
    problem: notices.error,
    retry: () => void notices.refetch(),
    async see(): Promise<void> {
      const until = items?.[0]?.createdAt
      if (unseen === 0 || until === undefined) return
      // If the request fails, they stay new until the next visit.
      await call(noticeEndpoints.seeNotices, { body: { until } }).catch(() => undefined)
      await refresh('/notices')
    },
  }
}
