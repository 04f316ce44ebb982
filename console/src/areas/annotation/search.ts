import type { DatasetItem } from '@vermilion/contract/dataset-items'
import { z } from 'zod'

// Types alone are taken from the contract: its schemas would weigh on the sign-in page, which knows all routes.
const itemStatuses = ['to-label', 'labeled', 'reviewed', 'rejected'] as const satisfies readonly DatasetItem['status'][]

/** `status` keeps the studio among the images of one status: next and previous skip the others. */
export const studioSearch = z.object({ status: z.enum(itemStatuses).optional().catch(undefined) })
