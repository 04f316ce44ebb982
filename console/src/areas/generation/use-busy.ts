import { type GenerationStatus, generationEndpoints } from '@vermilion/contract/generations'
import { useQuery } from '@tanstack/react-query'
import { readList } from '#lib/query.ts'

const busy = ['generating', 'calculating', 'queuing'] as const satisfies readonly GenerationStatus[]

export function useBusy(spaceId: string): { status: GenerationStatus; count: number } | null {
  const counts = [useTotal(spaceId, busy[0]), useTotal(spaceId, busy[1]), useTotal(spaceId, busy[2])]
  const count = counts.reduce((sum, some) => sum + some, 0)
  const status = busy[counts.findIndex((some) => some > 0)]
  return status === undefined ? null : { status, count }
}

function useTotal(spaceId: string, status: GenerationStatus): number {
  const query = { status, limit: 1 }
  const list = useQuery(readList(generationEndpoints.listGenerations, { params: { spaceId }, query }))
  return list.data?.total ?? 0
}
