import { type InferenceResult, modelEndpoints } from '@vermilion/contract/models'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ApiError } from '#lib/api.ts'
import { readPages } from '#lib/query.ts'

const pageSize = 200

export interface Results {
  items: readonly InferenceResult[]
  total: number
  loaded: boolean
  problem: ApiError | null
  more: () => void
  retry: () => void
}

/** The program appends results, so loaded pages stay and only new ones are read; `images` is the present number. */
export function useResults(taskId: string, images: number): Results {
  const pages = readPages(modelEndpoints.listInferenceResults, { params: { taskId }, query: { limit: pageSize } })
  const results = useInfiniteQuery({
    ...pages,
    // The last page may have been read while it was still growing.
    getNextPageParam: (_, all) => {
      const loaded = all.reduce((sum, { items }) => sum + items.length, 0)
      return loaded < Math.max(images, all.at(-1)?.total ?? 0) ? String(loaded) : undefined
    },
  })
  const items = results.data?.pages.flatMap((page) => page.items) ?? []
  const atEnd = items.length < pageSize || items.length % pageSize !== 0
  const more = () => results.hasNextPage && !results.isFetchingNextPage && void results.fetchNextPage()
  const grow = useEffectEvent((count: number) => atEnd && items.length < count && more())
  useEffect(() => void grow(images), [images])
  return {
    items,
    total: Math.max(images, results.data?.pages[0]?.total ?? 0),
    loaded: results.data !== undefined,
    problem: results.data === undefined ? results.error : null,
    more,
    retry: () => void results.refetch(),
  }
}
