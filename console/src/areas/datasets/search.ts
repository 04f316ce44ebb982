import type { ItemFinding, itemStatuses as statuses } from '@vermilion/contract/datasets/items'
import type { splits as itemSplits } from '@vermilion/contract/datasets/kinds'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { Dataset, datasetSorts } from '@vermilion/contract/datasets'
import { z } from 'zod'
import { pictureView, previewAddress } from '#ui/files/file-view.ts'
import { listSearch, sortIn } from '#ui/list/list-search.ts'
import { listView } from '#ui/list/list-view.ts'

// Only types are imported from the contract: its schemas would weigh on the sign-in page, which includes all routes.
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
export const labelTypes = [
  'target-detection',
  'picture-classification',
  'semantic-segmentation',
] as const satisfies readonly LabelType[]

export const itemStatuses = ['to-label', 'labeled', 'reviewed', 'rejected'] as const satisfies typeof statuses
export const splits = ['train', 'validation', 'test'] as const satisfies typeof itemSplits
export const findings = ['tiny', 'outside', 'overlapping', 'duplicate'] as const satisfies readonly ItemFinding[]

const word = z.coerce.string().optional().catch(undefined)
const number = z.coerce.number().int().min(0).optional().catch(undefined)
const amount = z.coerce.number().min(0).optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** A comma-separated subset, as in the contract's filter: `labeled,reviewed`. */
const someOf = (words: readonly string[]) =>
  z
    .string()
    .refine((value) => value.split(',').every((one) => words.includes(one)))
    .optional()
    .catch(undefined)

/** `create` opens the form for a new dataset made of a `folder` in `space`. */
export const datasetListSearch = listSearch.extend({
  state: z.enum(datasetStates).optional().catch(undefined),
  labelType: z.enum(labelTypes).optional().catch(undefined),
  format: z.enum(datasetFormats).optional().catch(undefined),
  assignee: word,
  assignedReviewer: word,
  waiting: z.enum(['yes']).optional().catch(undefined),
  sort: sortIn(sorts),
  layout: listView,
  create: z.boolean().optional().catch(undefined),
  space: word,
  folder: word,
})

export const datasetTabs = ['images', 'classify', 'likeness', 'report', 'versions', 'trainings'] as const
export type DatasetTab = (typeof datasetTabs)[number]

export const likenessViews = ['map', 'groups', 'duplicates'] as const
export type LikenessView = (typeof likenessViews)[number]

/** The contract's image filter; `label` is its `labelId`, and `from` and `to` are days in the user's time zone. */
export const imageFilter = z.object({
  search: word,
  status: someOf(itemStatuses),
  split: someOf(splits),
  label: word,
  minimumLabels: number,
  maximumLabels: number,
  annotator: word,
  assignee: word,
  assignedReviewer: word,
  from: day,
  to: day,
  tag: word,
  available: z.boolean().optional().catch(undefined),
  finding: z.enum(findings).optional().catch(undefined),
  checksum: word,
  set: word,
  sizeCell: number,
  positionCell: number,
  aspectRange: number,
  minimumScore: amount,
  maximumScore: amount,
  generationId: word,
  prompt: word,
  sceneItem: word,
  workflow: word,
  lora: word,
  seed: number,
  workflowHash: word,
})
export type ImageFilter = z.output<typeof imageFilter>
export type FilterName = keyof ImageFilter

/** The open tab of a dataset and its options: image filters and view, similarity view, compared versions. */
export const datasetSearch = imageFilter.extend({
  tab: z.enum(datasetTabs).optional().catch(undefined),
  look: z.enum(likenessViews).optional().catch(undefined),
  view: pictureView,
  ...previewAddress,
  version: word,
  with: word,
})
export type DatasetSearch = z.output<typeof datasetSearch>
