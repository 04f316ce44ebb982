import { datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { read, readList } from '#lib/query.ts'

interface ProposedDataset {
  isPending: boolean
  id: string | undefined
}

/** The dataset of the last training, else the newest fully labeled one, else the only one with labels. */
export function useProposedDataset(isAsked: boolean): ProposedDataset {
  const earlier = useQuery({
    ...read(taskEndpoints.listTasks, { query: { kind: 'training', limit: 1 } }),
    enabled: isAsked,
  })
  const listed = useQuery({
    ...readList(datasetEndpoints.listDatasets, { query: { limit: maximumPageSize } }),
    enabled: isAsked,
  })
  const datasets = listed.data?.items ?? []
  const [source] = earlier.data?.items[0]?.dataSources ?? []
  const trained = source?.kind === 'dataset' ? datasets.find(({ id }) => id === source.id) : undefined
  const labeled = datasets.filter(({ labeledCount }) => labeledCount > 0)
  const ready = labeled.find(({ labeledCount, fileCount }) => labeledCount === fileCount)
  return {
    isPending: isAsked && (earlier.isPending || listed.isPending),
    id: (trained ?? ready ?? (labeled.length === 1 ? labeled[0] : undefined))?.id,
  }
}
