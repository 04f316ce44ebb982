import { accountEndpoints } from '@vermilion/contract/accounts'
import { type Assignment, mayAccept, whoIsAssigned } from '@vermilion/contract/datasets/assignment'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'

/** The reviewer who has to accept an image in this user's place; null when the user may accept it. */
export function useOtherReviewer(item: Assignment & { datasetId: string }): string | null {
  const params = { datasetId: item.datasetId }
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params })).data
  const me = useQuery(read(accountEndpoints.me, {})).data?.username
  if (dataset === undefined || me === undefined) return null
  const assigned = whoIsAssigned(item, dataset)
  return mayAccept(assigned, me) ? null : assigned.assignedReviewer
}

export function useIsMineToReview(item: (Assignment & Pick<DatasetItem, 'status'>) | null, dataset: Dataset): boolean {
  const me = useQuery(read(accountEndpoints.me, {})).data?.username
  return item?.status === 'labeled' && me !== undefined && whoIsAssigned(item, dataset).assignedReviewer === me
}
