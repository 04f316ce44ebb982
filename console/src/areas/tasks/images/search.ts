import type { TaskKind } from '@vermilion/contract/tasks'
import { z } from 'zod'
import { listSearch } from '#ui/list/list-search.ts'

// Types alone are taken from the contract: its schemas would weigh on the sign-in page, which knows all routes.
export const imageKinds = [
  'training',
  'fine-tuning',
  'cloud-inference',
  'board-inference',
] as const satisfies readonly TaskKind[]
export const imageOrigins = ['builtIn', 'own'] as const

/** `image` shows one of the catalogue by its name; `create` opens the form for a new one, `edit` that of one's own by its id. */
export const imagesSearch = listSearch.extend({
  kind: z.enum(imageKinds).optional().catch(undefined),
  labelType: z.coerce.string().optional().catch(undefined),
  origin: z.enum(imageOrigins).optional().catch(undefined),
  create: z.boolean().optional().catch(undefined),
  edit: z.coerce.string().optional().catch(undefined),
  image: z.coerce.string().optional().catch(undefined),
})
export type ImagesSearch = z.output<typeof imagesSearch>
