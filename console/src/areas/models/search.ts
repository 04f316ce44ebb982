import { z } from 'zod'
import { listSearch } from '#ui/list-search.ts'

/** `model` shows one model in detail; `run` opens the form that runs it. */
export const modelListSearch = listSearch.extend({
  model: z.coerce.string().optional().catch(undefined),
  run: z.boolean().optional().catch(undefined),
})
