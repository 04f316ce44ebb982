import { z } from 'zod'

/** `redirect` is where the user wanted to go before the sign-in: a path of this console. */
export const loginSearch = z.object({
  redirect: z
    .string()
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined),
})
