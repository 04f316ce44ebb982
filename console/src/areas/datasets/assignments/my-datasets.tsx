import { accountEndpoints } from '@vermilion/contract/accounts'
import { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '#lib/query.ts'
import { WaitingButtons } from './waiting-buttons.tsx'

export function MyDatasets() {
  const { assignee, assignedReviewer, waiting } = useSearch({ from: '/shell/data-set/list' })
  const navigate = useNavigate({ from: '/data-set/list' })
  const me = useQuery(read(accountEndpoints.me, {})).data?.username
  const assigned = useQuery(read(assignmentEndpoints.listAssignments, {})).data
  if (me === undefined || assigned === undefined) return null
  const isMine = (name: string | undefined, other: string | undefined) =>
    waiting === 'yes' && name === me && other === undefined
  const active = isMine(assignee, assignedReviewer) ? 'toLabel' : isMine(assignedReviewer, assignee) ? 'toReview' : null
  return (
    <WaitingButtons
      waiting={assigned}
      active={active}
      onShow={(which) =>
        void navigate({
          search: (now) => ({
            ...now,
            cursor: undefined,
            assignee: which === 'toLabel' ? me : undefined,
            assignedReviewer: which === 'toReview' ? me : undefined,
            waiting: which === null ? undefined : 'yes',
          }),
          replace: true,
        })
      }
    />
  )
}
