import { noticeEndpoints } from '@vermilion/contract/datasets/notices'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { read, refresh } from '#lib/query.ts'

/** Assignments and rejections addressed to the signed-in account. */
export function useNotices() {
  const notices = useQuery(read(noticeEndpoints.listNotices, {}))
  const { unseen = 0, items } = notices.data ?? {}
  return {
    items,
    unseen,
    problem: notices.error,
    retry: () => void notices.refetch(),
    /** The user has looked. By the server's times, which are the notices' own. */
    async see(): Promise<void> {
      const until = items?.[0]?.createdAt
      if (unseen === 0 || until === undefined) return
      // They are new once more with the next look where this does not arrive.
      await call(noticeEndpoints.seeNotices, { body: { until } }).catch(() => undefined)
      await refresh('/notices')
    },
  }
}
