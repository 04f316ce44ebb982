import { datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

const none: never[] = []
const query = { limit: maximumPageSize }

export function useScopes() {
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query }))
  const datasets = useQuery(read(datasetEndpoints.listDatasets, { query }))
  return {
    spaces: spaces.data?.items ?? none,
    datasets: datasets.data?.items ?? [],
    isPending: spaces.isPending || datasets.isPending,
  }
}

export const idsOf = (text: string | undefined) => (text ?? '').split(',').filter((id) => id !== '')
