import { z } from 'zod'
import { listSearch } from '#ui/list/list-search.ts'

const word = z.coerce.string().optional().catch(undefined)

/** `image` shows one by name; `create` opens the form for a new one, `edit` that of a custom one by id. */
export const imagesSearch = listSearch.extend({
  kind: word,
  labelType: word,
  origin: word,
  create: z.boolean().optional().catch(undefined),
  edit: word,
  image: word,
})
export type ImagesSearch = z.output<typeof imagesSearch>
