import { z } from 'zod'

/** `image` shows one of the catalogue by its name; `create` opens the form for a new one, `edit` that of one's own by its id. */
export const imagesSearch = z.object({
  create: z.boolean().optional().catch(undefined),
  edit: z.coerce.string().optional().catch(undefined),
  image: z.coerce.string().optional().catch(undefined),
})
