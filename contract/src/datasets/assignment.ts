import { z } from 'zod'
import { count, name } from '../kernel/fields.ts'

export const username = name.max(50)

/** Who is to label images, and who is to review them: usernames. Images that name nobody follow their dataset. */
export const assignment = z.object({ assignee: username.nullable(), assignedReviewer: username.nullable() })
export type Assignment = z.output<typeof assignment>

/** How many images wait for somebody: to be labeled, also again, and to be reviewed. */
export const waitingImages = z.object({ toLabel: count, toReview: count })
export type WaitingImages = z.output<typeof waitingImages>
