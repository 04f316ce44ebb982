import { accountEndpoints } from '@vermilion/contract/accounts'
import { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import type { ImageFilter } from '../search.ts'
import { myFilter } from './my-filter.ts'
import { WaitingButtons } from './waiting-buttons.tsx'

const none = { toLabel: 0, toReview: 0 }

export interface MyImagesProps {
  datasetId: string
  search: ImageFilter
  onChange: (changes: Partial<ImageFilter>) => void
}

export function MyImages({ datasetId, search, onChange }: MyImagesProps) {
  const me = useQuery(read(accountEndpoints.me, {})).data?.username
  const assigned = useQuery(read(assignmentEndpoints.listAssignments, {})).data
  if (me === undefined) return null
  const { assignee, assignedReviewer, status } = search
  const isShown = (which: keyof typeof none) => {
    const mine = myFilter(which, me)
    return mine.assignee === assignee && mine.assignedReviewer === assignedReviewer && mine.status === status
  }
  const active = (['toLabel', 'toReview'] as const).find(isShown) ?? null
  return (
    <WaitingButtons
      waiting={assigned?.datasets.find(({ id }) => id === datasetId) ?? none}
      active={active}
      onShow={(which) => onChange(myFilter(which, me))}
    />
  )
}
