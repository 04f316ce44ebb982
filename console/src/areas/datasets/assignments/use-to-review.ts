import { accountEndpoints } from '@vermilion/contract/accounts'
import { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import type { Dataset } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import type { ImageFilter } from '../search.ts'
import { myFilter } from './my-filter.ts'

export function useToReview({ id, fileCount, labeledCount }: Dataset): { count: number; filter: ImageFilter } | null {
  const me = useQuery(read(accountEndpoints.me, {})).data?.username
  const assigned = useQuery(read(assignmentEndpoints.listAssignments, {})).data
  const waiting = assigned?.datasets.find((dataset) => dataset.id === id)
  if (me === undefined || waiting === undefined || labeledCount < fileCount) return null
  if (waiting.toLabel > 0 || waiting.toReview === 0) return null
  return { count: waiting.toReview, filter: myFilter('toReview', me) }
}
