import { type EvaluatedFilter, type evaluatedSorts, evaluationEndpoints } from '@vermilion/contract/evaluations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readPages } from '#lib/query.ts'
import type { Results } from '../results/use-results.ts'

type Sort = (typeof evaluatedSorts)[number]
export type EvaluatedOrder = Sort | `-${Sort}`

const pageSize = 100

export function useEvaluatedImages(taskId: string, filter: EvaluatedFilter, sort: EvaluatedOrder): Results {
  const query = { limit: pageSize, sort, ...filter }
  const pages = readPages(evaluationEndpoints.listEvaluatedImages, { params: { taskId }, query })
  const results = useInfiniteQuery(pages)
  const items = results.data?.pages.flatMap((page) => page.items) ?? []
  return {
    items,
    total: results.data?.pages[0]?.total ?? 0,
    loaded: results.data !== undefined,
    problem: results.data === undefined ? results.error : null,
    more: () => results.hasNextPage && !results.isFetchingNextPage && void results.fetchNextPage(),
    retry: () => void results.refetch(),
  }
}
