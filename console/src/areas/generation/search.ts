import type { generationSorts, GeneratedImageStatus, GenerationStatus } from '@vermilion/contract/generations'
import { z } from 'zod'
import { pictureView, previewAddress } from '#ui/files/file-view.ts'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

export const statuses = [
  'queuing',
  'generating',
  'calculating',
  'success',
  'failed',
  'stopped',
] as const satisfies readonly GenerationStatus[]
const word = z.coerce.string().optional().catch(undefined)
const sorts = ['status', 'made', 'createdAt'] as const satisfies typeof generationSorts
export const imageStatuses = ['kept', 'aside', 'failed'] as const satisfies readonly GeneratedImageStatus[]

/** `create` opens the form, with the config of `like`, the assistant's `draft`, or a `lora` by its name in its `workflow`. */
export const generationListSearch = listSearch.extend({
  status: z.enum(statuses).optional().catch(undefined),
  sort: sortIn(sorts),
  create: z.boolean().optional().catch(undefined),
  like: word,
  draft: word,
  workflow: word,
  lora: word,
})

export const generationTabs = ['images', 'config'] as const
export const generationSearch = z.object({
  tab: z.enum(generationTabs).optional().catch(undefined),
  status: z.enum(imageStatuses).optional().catch(undefined),
  view: pictureView,
  ...previewAddress,
})
