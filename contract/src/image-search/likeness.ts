import { z } from 'zod'
import { itemSet } from '../datasets/item-sets.ts'
import { datasetItem } from '../datasets/items.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, progress, time } from '../kernel/fields.ts'
import { pageOf } from '../kernel/page.ts'

/** Contents of a dataset that are compared with each other, at most. */
export const maxCompared = 200_000
/** Images below this likeness are never called near-duplicates. */
export const minDuplicateSimilarity = 0.9
export const usualDuplicate = 0.98
/** Others of a group that are listed with it. */
export const othersListed = 24

/** State of the similarity analysis of a dataset. */
export const datasetLikeness = z.object({
  images: count,
  /** Images that the index of images has; only these can be compared. */
  indexed: count,
  /** Images that cannot be read, which are never indexed. */
  unreadable: count,
  /** The index of images is being brought in step now. */
  isIndexing: z.boolean(),
  /** Not null while the images are being compared. */
  progress: progress.nullable(),
  /** Why the last comparison failed; null where it did not. */
  error: z.string().nullable(),
  /** The last analysis; null before the first. */
  compared: z
    .object({
      /** Different contents, of at most `maxCompared`. */
      contents: count,
      at: time,
      /** False while images have come or gone since. */
      isCurrent: z.boolean(),
    })
    .nullable(),
})
export type DatasetLikeness = z.output<typeof datasetLikeness>

/** Attributes that color the points of a map. */
export const mapColours = ['group', 'label', 'split', 'score', 'source', 'status'] as const
export type MapColour = (typeof mapColours)[number]

/** Numbers as base64 of their little-endian bytes. */
const packed = z.string()

const mapColumn = z.object({
  /** Legend, indexed by the points' values; `key` is the filter's value or id, empty for none. */
  entries: z.array(z.object({ key: z.string(), name: z.string(), colour: z.string().nullable(), images: count })),
  /** 16-bit: an index for each point. */
  values: packed,
})
export type MapColumn = z.output<typeof mapColumn>

export const likenessMap = z.object({
  points: count,
  /** 32-bit floats from -1 to 1: x and y of each point. */
  positions: packed,
  /** 32-bit: the number that the image of each point has in its dataset. */
  numbers: packed,
  columns: z.record(z.enum(mapColours), mapColumn),
  /** Images that look alike, the most first; `number` is the one in the middle. */
  groups: z.array(z.object({ group: count, images: count, number: count })),
})
export type LikenessMap = z.output<typeof likenessMap>

/** Images of which one says what all say. */
export const duplicateGroup = z.object({
  /** The one to keep: labeled before unlabeled, then the larger, then the first by path. */
  kept: datasetItem,
  others: z
    .array(z.object({ item: datasetItem, /** To the kept one. */ likeness: z.number(), isExact: z.boolean() }))
    .max(othersListed),
  /** All images but the kept one. */
  otherCount: count,
})
export type DuplicateGroup = z.output<typeof duplicateGroup>

const threshold = z.coerce.number().min(minDuplicateSimilarity).max(1).default(usualDuplicate)
const datasetParams = z.object({ datasetId: id })

export const likenessEndpoints = {
  getLikeness: endpoint({
    method: 'GET',
    path: '/likeness/:datasetId',
    summary: {
      en: 'How far the images of a dataset have been compared by what they look like',
      zh: '数据集图片按画面相互比较的进度',
    },
    params: datasetParams,
    answer: datasetLikeness,
    errors: ['dataset.not-found'],
  }),
  compareImages: endpoint({
    method: 'POST',
    path: '/likeness/:datasetId',
    summary: {
      en: 'Index and compare the images of a dataset by what they look like, and again whenever they change',
      zh: '为数据集图片建立索引并按画面相互比较，之后随变化自动更新',
    },
    params: datasetParams,
    answer: datasetLikeness,
    errors: ['dataset.not-found', 'dataset.empty'],
  }),
  getLikenessMap: endpoint({
    method: 'GET',
    path: '/likeness/:datasetId/map',
    summary: {
      en: 'Images of a dataset as points of a plane, those that look alike beside each other',
      zh: '数据集图片在二维平面上的分布，画面相似的相邻',
    },
    params: datasetParams,
    answer: likenessMap,
    errors: ['dataset.not-found', 'likeness.not-compared'],
  }),
  getNumberedItem: endpoint({
    method: 'GET',
    path: '/likeness/:datasetId/items/:number',
    summary: { en: 'The image of a point of the map', zh: '分布图中一个点对应的图片' },
    params: datasetParams.extend({ number: z.coerce.number().int().min(0) }),
    answer: datasetItem,
    errors: ['dataset.not-found', 'item.not-found'],
  }),
  listDuplicates: endpoint({
    method: 'GET',
    path: '/likeness/:datasetId/duplicates',
    summary: {
      en: 'Groups of images of the same content or that look nearly the same, the largest first',
      zh: '内容相同或画面几乎相同的图片分组，数量多的在前',
    },
    params: datasetParams,
    query: z.object({
      threshold,
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: pageOf(duplicateGroup).pick({ items: true, total: true }).extend({
      /** Images beside the kept ones, of all groups. */
      others: count,
      /** Images with content identical to the retained one. */
      exact: count,
    }),
    errors: ['dataset.not-found', 'likeness.not-compared'],
  }),
  selectDuplicates: endpoint({
    method: 'POST',
    path: '/likeness/:datasetId/duplicates/selection',
    audited: false,
    summary: {
      en: 'All images but the kept one of each group, as a set that filters find',
      zh: '将各组中除保留图片外的全部图片保存为可筛选的集合',
    },
    params: datasetParams,
    body: z.object({ threshold }),
    answer: itemSet,
    errors: ['dataset.not-found', 'likeness.not-compared', 'item.none-selected'],
  }),
} as const
