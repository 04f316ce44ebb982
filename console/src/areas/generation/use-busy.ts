import { type GenerationStatus, generationEndpoints } from '@vermilion/contract/generations'
import { useQueries } from '@tanstack/react-query'
import { readList } from '#lib/query.ts'

const busy = ['generating', 'calculating', 'queuing'] as const satisfies readonly GenerationStatus[]

/** What the generations of a data space are doing now, the furthest first, and how many do; null where none goes on. */
export function useBusy(spaceId: string): { status: GenerationStatus; count: number } | null {
  const lists = useQueries({
    queries: busy.map((status) =>
      readList(generationEndpoints.listGenerations, { params: { spaceId }, query: { status, limit: 1 } }),
    ),
  })
  const counts = lists.map(({ data }) => data?.total ?? 0)
  const count = counts.reduce((sum, some) => sum + some, 0)
  const status = busy[counts.findIndex((some) => some > 0)]
  return status === undefined ? null : { status, count }
}
