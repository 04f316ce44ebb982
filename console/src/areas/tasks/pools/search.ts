import { z } from 'zod'

/** `create` opens the form for a new pool, `pool` that of one that is there. */
export const poolsSearch = z.object({
  create: z.boolean().optional().catch(undefined),
  pool: z.coerce.string().optional().catch(undefined),
})
