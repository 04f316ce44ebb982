import type { DatasetItem } from '@vermilion/contract/dataset-items'
import type { Dataset, datasetSorts } from '@vermilion/contract/datasets'
import { z } from 'zod'
import { pictureView } from '#ui/file-view.ts'
import { listSearch, sortIn } from '#ui/list-search.ts'

// Types alone are taken from the contract: its schemas would weigh on the sign-in page, which knows all routes.
const itemStatuses = ['to-label', 'labeled', 'reviewed', 'rejected'] as const satisfies readonly DatasetItem['status'][]

const sorts = ['name', 'fileCount', 'labeledCount', 'createdAt', 'updatedAt'] as const satisfies typeof datasetSorts
export const datasetStates = [
  'to-label',
  'labeling',
  'normal',
  'training',
  'creating',
  'invalid',
] as const satisfies readonly Dataset['displayState'][]
export const datasetFormats = ['coco', 'yolo', 'voc'] as const satisfies readonly Dataset['format'][]

const word = z.coerce.string().optional().catch(undefined)

/** `create` opens the form for a new dataset, made of `space` and there of `folder`. */
export const datasetListSearch = listSearch.extend({
  state: z.enum(datasetStates).optional().catch(undefined),
  format: z.enum(datasetFormats).optional().catch(undefined),
  sort: sortIn(sorts),
  create: z.boolean().optional().catch(undefined),
  space: word,
  folder: word,
})

/** `status` shows only labelled or unlabelled images, `label` only those on which a label occurs. */
export const datasetItemsSearch = z.object({
  status: z.enum(itemStatuses).optional().catch(undefined),
  label: word,
  view: pictureView,
})
