import type { SeriesPoints } from '@vermilion/contract/tasks/metrics'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '#lib/api.ts'
import { useSameList } from '#lib/use-same-list.ts'
import { type PointsRequest, pointReads } from './point-reads.ts'

export interface Loaded {
  series: SeriesPoints[]
  error: ApiError | null
  pending: boolean
  exact: boolean
  retry: () => void
}

export function usePoints(request: PointsRequest, enabled = true): Loaded {
  const queries = useQueries({
    queries: pointReads(request).map((one) => ({ ...one, enabled, placeholderData: keepPreviousData })),
  })
  const responses = useSameList(queries.map(({ data }) => data))
  const series = useMemo(() => responses.flatMap((response) => response?.series ?? []), [responses])
  return {
    series,
    error: queries.map(({ error }) => error).find((error) => error !== null) ?? null,
    pending: queries.some(({ isPending }) => isPending),
    exact: queries.every(({ isPlaceholderData }) => !isPlaceholderData),
    retry: () => queries.forEach((query) => void query.refetch()),
  }
}
