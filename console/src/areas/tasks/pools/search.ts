import { z } from 'zod'

/** `create` opens the form for a new pool, `pool` that of an existing one. */
export const poolsSearch = z.object({
  create: z.boolean().optional().catch(undefined),
  pool: z.coerce.string().optional().catch(undefined),
})
