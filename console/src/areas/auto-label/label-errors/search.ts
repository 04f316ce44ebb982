import { z } from 'zod'
import { errorKinds } from '#areas/annotation'

/** `create` opens the form, `ranking` is the one that is shown, else the latest. */
export const labelErrorSearch = z.object({
  ranking: z.string().optional().catch(undefined),
  kind: z.enum(errorKinds).optional().catch(undefined),
  all: z.boolean().optional().catch(undefined),
  create: z.boolean().optional().catch(undefined),
})
