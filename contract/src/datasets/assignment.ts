import { z } from 'zod'
import { count, name } from '../kernel/fields.ts'

export const username = name.max(50)

/** Usernames of the labeler and the reviewer. Images without their own follow the dataset. */
export const assignment = z.object({ assignee: username.nullable(), assignedReviewer: username.nullable() })
export type Assignment = z.output<typeof assignment>

export const whoIsAssigned = (item: Assignment, ofDataset: Assignment): Assignment => ({
  assignee: item.assignee ?? ofDataset.assignee,
  assignedReviewer: item.assignedReviewer ?? ofDataset.assignedReviewer,
})

/** A labeler may not accept their own image when somebody else is its reviewer. */
export const mayAccept = ({ assignee, assignedReviewer }: Assignment, username: string): boolean =>
  assignedReviewer === null || username === assignedReviewer || username !== assignee

export const waitingImages = z.object({ toLabel: count, toReview: count })
export type WaitingImages = z.output<typeof waitingImages>
