import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { count, id, time } from './kernel/fields.ts'
import { pageOf, pageQuery } from './kernel/page.ts'

export const splits = ['train', 'validation', 'test'] as const

export const itemStatuses = ['to-label', 'labeled'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** An image of a dataset: a reference to a space file, never a copy. */
export const datasetItem = z.object({
  id,
  datasetId: id,
  /** The file that it shows, and the data space in which that lies. */
  fileId: id,
  spaceId: id,
  path: z.string(),
  width: count,
  height: count,
  status: z.enum(itemStatuses),
  split: z.enum(splits),
  annotationCount: count,
  /** Grows by one with each saved change of the image's annotation. */
  revision: count,
  /** False once the space file is gone. */
  available: z.boolean(),
  updatedAt: time,
})
export type DatasetItem = z.output<typeof datasetItem>

const datasetParams = z.object({ datasetId: id })

export const datasetItemEndpoints = {
  listItems: endpoint({
    method: 'GET',
    path: '/datasets/:datasetId/items',
    summary: { en: 'Images of a dataset, by path', zh: '数据集中的图片，按路径排序' },
    params: datasetParams,
    query: pageQuery.extend({
      status: z.enum(itemStatuses).optional(),
      /** Only images on which this label occurs. */
      labelId: id.optional(),
    }),
    answer: pageOf(datasetItem),
    errors: ['dataset.not-found'],
  }),
  getItem: endpoint({
    method: 'GET',
    path: '/items/:itemId',
    summary: {
      en: 'One image of a dataset, with its neighbours by path',
      zh: '数据集中的一张图片，以及按路径排序的前后两张',
    },
    params: z.object({ itemId: id }),
    query: z.object({ status: z.enum(itemStatuses).optional() }),
    answer: datasetItem.extend({
      /** 1-based place among all images of the dataset. */
      position: count,
      total: count,
      /** Neighbours among the images that the query asks for. */
      previousId: id.nullable(),
      nextId: id.nullable(),
    }),
    errors: ['item.not-found'],
  }),
} as const
