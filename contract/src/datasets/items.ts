import { z } from 'zod'
import { listed } from '../kernel/listed.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, tags, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { lineageFilter } from '../files/lineage-filter.ts'
import { shape } from '../labels/index.ts'
import { assignment, username } from './assignment.ts'
import { splits } from './kinds.ts'

/** `rejected` images no longer count as labeled and must be labeled again. */
export const itemStatuses = ['to-label', 'labeled', 'reviewed', 'rejected'] as const
export type ItemStatus = (typeof itemStatuses)[number]
export const labeledStatuses: readonly ItemStatus[] = ['labeled', 'reviewed']

export const itemFindings = ['tiny', 'outside', 'overlapping', 'duplicate'] as const
export type ItemFinding = (typeof itemFindings)[number]

/** An image of a dataset: a reference to a space file, never a copy. */
export const datasetItem = z.object({
  id,
  datasetId: id,
  fileId: id,
  spaceId: id,
  path: z.string(),
  width: count,
  height: count,
  status: z.enum(itemStatuses),
  split: z.enum(splits),
  tags,
  annotationCount: count,
  annotator: z.string().nullable(),
  annotatedAt: time.nullable(),
  reviewer: z.string().nullable(),
  note: z.string().max(2_000),
  /** Own assignment of the image; null follows the dataset. */
  ...assignment.shape,
  revision: count,
  available: z.boolean(),
  score: z.number().min(0).max(100).nullable(),
  updatedAt: time,
})
export type DatasetItem = z.output<typeof datasetItem>

const atLeast = z.coerce.number().int().min(0).optional()
const cell = z.coerce.number().int().min(0).max(63).optional()

/** Filters of a dataset's images, combined with AND. Sent as a query string (lists separated by commas) or in a body. */
export const itemFilter = z.object({
  search: z.string().max(200).optional(),
  status: listed(itemStatuses),
  split: listed(splits),
  labelId: id.optional(),
  minimumLabels: atLeast,
  maximumLabels: atLeast,
  annotator: z.string().max(100).optional(),
  assignee: username.optional(),
  assignedReviewer: username.optional(),
  annotatedFrom: z.iso.datetime().optional(),
  annotatedBefore: z.iso.datetime().optional(),
  tag: z.string().max(50).optional(),
  available: z.stringbool().or(z.boolean()).optional(),
  finding: z.enum(itemFindings).optional(),
  checksum: z.string().max(64).optional(),
  /** Images of an item set; none after it expired. */
  set: id.optional(),
  /** Images with a shape in a cell of the report's grids: size, position, and aspect range. */
  sizeCell: cell,
  positionCell: cell,
  aspectRange: z.coerce.number().int().min(0).max(7).optional(),
  minimumScore: z.coerce.number().min(0).optional(),
  maximumScore: z.coerce.number().min(0).optional(),
  ...lineageFilter.shape,
})
export type ItemFilter = z.output<typeof itemFilter>

export const itemSelection = z.union([
  z.strictObject({ itemIds: z.array(id).min(1).max(10_000) }),
  z.strictObject({ filter: itemFilter, except: z.array(id).max(10_000).default([]) }),
])
export type ItemSelection = z.output<typeof itemSelection>

/** A page by cursor, or from a 0-based `offset`, or the first page. */
export const itemPageQuery = pageQuery.extend({
  offset: z.coerce.number().int().min(0).optional(),
  /** True includes at most 200 shapes per image. */
  shapes: z.stringbool().default(false),
})

export const shapesOfListed = 200
export const listedItem = datasetItem.extend({ shapes: z.array(shape).max(shapesOfListed).optional() })
export type ListedItem = z.output<typeof listedItem>

export const datasetItemEndpoints = {
  listItems: endpoint('GET', '/datasets/:datasetId/items', {
    summary: { en: 'Images of a dataset, by path', zh: '数据集中的图片，按路径排序' },
    query: itemFilter.extend(itemPageQuery.shape),
    answer: pageOf(listedItem),
    errors: ['dataset.not-found'],
  }),
  countItems: endpoint('GET', '/datasets/:datasetId/items/count', {
    summary: { en: 'How many images of a dataset a filter finds', zh: '数据集中符合筛选条件的图片数量' },
    query: itemFilter,
    answer: z.object({ items: count }),
    errors: ['dataset.not-found'],
  }),
  getItem: endpoint('GET', '/items/:itemId', {
    summary: {
      en: 'One image of a dataset, with its neighbors by path among those that a filter finds',
      zh: '数据集中的一张图片，以及符合筛选条件的图片中按路径排序的前后两张',
    },
    query: itemFilter,
    answer: datasetItem.extend({
      /** 1-based position in the dataset. */
      position: count,
      total: count,
      /** 0-based position among matching images, or where it would be. */
      offset: count,
      previousId: id.nullable(),
      nextId: id.nullable(),
    }),
    errors: ['item.not-found'],
  }),
  reviewItem: endpoint('POST', '/items/:itemId/review', {
    summary: {
      en: 'Accept or reject the labels of an image. A rejected one must be labeled again',
      zh: '通过或驳回一张图片的标注；被驳回的图片需要重新标注',
    },
    body: z.object({
      decision: z.enum(['accept', 'reject']),
      note: datasetItem.shape.note.default(''),
      /** Reviewed revision: the review is refused when somebody has saved since. */
      revision: datasetItem.shape.revision.optional(),
    }),
    answer: datasetItem,
    errors: ['item.not-found', 'item.not-labeled', 'item.reviewer-set', 'annotation.conflict'],
  }),
} as const
