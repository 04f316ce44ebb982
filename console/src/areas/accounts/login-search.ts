import { z } from 'zod'

/** `redirect` is the console path to open after the sign-in. */
export const loginSearch = z.object({
  redirect: z
    .string()
    // Browsers take `//host`, `/\host` and the like for another host's address.
    .refine((path) => path.startsWith('/') && URL.parse(path, 'http://here')?.host === 'here')
    .optional()
    .catch(undefined),
})
