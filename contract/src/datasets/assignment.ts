import { z } from 'zod'
import { count, name } from '../kernel/fields.ts'

export const username = name.max(50)

/** Who is to label images, and who is to review them: usernames. Images that name nobody follow their dataset. */
export const assignment = z.object({ assignee: username.nullable(), assignedReviewer: username.nullable() })
export type Assignment = z.output<typeof assignment>

/** Who labels and reviews an image: whom it names, else whom its dataset names. */
export const whoIsAssigned = (item: Assignment, ofDataset: Assignment): Assignment => ({
  assignee: item.assignee ?? ofDataset.assignee,
  assignedReviewer: item.assignedReviewer ?? ofDataset.assignedReviewer,
})

/** Whether somebody may accept an image: not whoever is to label it, where somebody else is to review it. */
export const mayAccept = ({ assignee, assignedReviewer }: Assignment, username: string): boolean =>
  assignedReviewer === null || username === assignedReviewer || username !== assignee

/** How many images wait for somebody: to be labeled, also again, and to be reviewed. */
export const waitingImages = z.object({ toLabel: count, toReview: count })
export type WaitingImages = z.output<typeof waitingImages>
