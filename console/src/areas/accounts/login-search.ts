import { z } from 'zod'

/** `redirect` is where the user wanted to go before the sign-in: a path of this console. */
export const loginSearch = z.object({
  redirect: z
    .string()
    // Browsers take `//host`, `/\host` and the like for the address of another host.
    .refine((path) => path.startsWith('/') && URL.parse(path, 'http://here')?.host === 'here')
    .optional()
    .catch(undefined),
})
