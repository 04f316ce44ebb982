import { metricEndpoints, mostPoints, type SeriesAxis, type SeriesPoints } from '@vermilion/contract/metrics'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '#lib/api.ts'
import { read } from '#lib/query.ts'
import { useSameList } from '#lib/use-same-list.ts'
import { around, type Span } from './view.ts'

/** Characters of names in one address: proxies take no longer ones. */
const longestAddress = 3_500
/** Curves in one chart from which on they hide one another, and each is drawn with half as many points. */
const many = 20

export interface Asked {
  tasks: readonly string[]
  names: readonly string[]
  axis: SeriesAxis
  /** Null for the whole. */
  span: Span | null
  /** CSS pixels of the plot. */
  width: number
}

export interface Loaded {
  series: SeriesPoints[]
  error: ApiError | null
  pending: boolean
  /** Whether this is what was asked for, and not what was shown before. */
  exact: boolean
  retry: () => void
}

/** The points of a chart, as many as its pixels can show, in as few calls as addresses allow. */
export function usePoints({ tasks, names, axis, span, width }: Asked): Loaded {
  const wide = span === null ? undefined : around(span)
  // In steps, so that a window that is made larger asks anew only now and then.
  const pixels = Math.ceil(Math.max(width, 200) / 200) * 200 * (names.length * tasks.length > many ? 0.5 : 1)
  const points = Math.min(mostPoints, wide === undefined ? pixels : pixels * 2)
  const queries = useQueries({
    queries: partsOf(names).map((part) => ({
      ...read(metricEndpoints.readSeries, {
        query: { tasks: tasks.join(), names: part.join('\n'), axis, from: wide?.from, to: wide?.to, points },
      }),
      enabled: width > 0,
      placeholderData: keepPreviousData,
    })),
  })
  const answers = useSameList(queries.map(({ data }) => data))
  const series = useMemo(() => answers.flatMap((answer) => answer?.series ?? []), [answers])
  return {
    series,
    error: queries.map(({ error }) => error).find((error) => error !== null) ?? null,
    pending: queries.some(({ isPending }) => isPending),
    exact: queries.every(({ isPlaceholderData }) => !isPlaceholderData),
    retry: () => queries.forEach((query) => void query.refetch()),
  }
}

function partsOf(names: readonly string[]): string[][] {
  const parts: string[][] = []
  let length = Infinity
  for (const name of names) {
    const more = encodeURIComponent(name).length + 3
    if (length + more > longestAddress) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(name)
    length += more
  }
  return parts
}
