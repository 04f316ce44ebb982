import { z } from 'zod'
import { itemSet } from '../datasets/item-sets.ts'
import { datasetItem } from '../datasets/items.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, progress, time } from '../kernel/fields.ts'
import { pageOf } from '../kernel/page.ts'

export const maxCompared = 200_000
export const minDuplicateSimilarity = 0.9
export const usualDuplicate = 0.98
export const othersListed = 24

export const datasetLikeness = z.object({
  images: count,
  indexed: count,
  unreadable: count,
  isIndexing: z.boolean(),
  progress: progress.nullable(),
  error: z.string().nullable(),
  compared: z
    .object({
      contents: count,
      at: time,
      isCurrent: z.boolean(),
    })
    .nullable(),
})
export type DatasetLikeness = z.output<typeof datasetLikeness>

export const mapColours = ['group', 'label', 'split', 'score', 'source', 'status'] as const
export type MapColour = (typeof mapColours)[number]

/** Numbers as base64 of little-endian bytes. */
const packed = z.string()

const mapColumn = z.object({
  /** Legend, indexed by the points' values; `key` is the filter's value or id, empty for none. */
  entries: z.array(z.object({ key: z.string(), name: z.string(), colour: z.string().nullable(), images: count })),
  /** 16-bit index per point. */
  values: packed,
})
export type MapColumn = z.output<typeof mapColumn>

export const likenessMap = z.object({
  points: count,
  /** 32-bit floats from -1 to 1: x and y per point. */
  positions: packed,
  /** 32-bit item number per point. */
  numbers: packed,
  columns: z.record(z.enum(mapColours), mapColumn),
  /** Groups of similar images, largest first; `number` is the central item. */
  groups: z.array(z.object({ group: count, images: count, number: count })),
})
export type LikenessMap = z.output<typeof likenessMap>

export const duplicateGroup = z.object({
  /** Suggested image to keep: labeled before unlabeled, then larger, then first by path. */
  kept: datasetItem,
  others: z
    .array(
      z.object({
        item: datasetItem,
        /** Similarity to the image to keep. */ likeness: z.number(),
        isExact: z.boolean(),
      }),
    )
    .max(othersListed),
  /** All images but the one to keep. */
  otherCount: count,
})
export type DuplicateGroup = z.output<typeof duplicateGroup>

/** Labeled images of one split that look nearly the same as labeled ones of another: figures on them flatter a model. */
export const leakage = z.object({
  /** Images of validation like ones of train, and images of test like ones of either. */
  validation: count,
  test: count,
  groups: count,
  /** Otherwise only images of the same content are counted. */
  isCompared: z.boolean(),
})
export type Leakage = z.output<typeof leakage>

const threshold = z.coerce.number().min(minDuplicateSimilarity).max(1).default(usualDuplicate)
const datasetParams = z.object({ datasetId: id })

export const likenessEndpoints = {
  getLikeness: endpoint('GET', '/likeness/:datasetId', {
    summary: {
      en: 'How far the images of a dataset have been compared by what they look like',
      zh: '数据集图片按画面相互比较的进度',
    },
    answer: datasetLikeness,
    errors: ['dataset.not-found'],
  }),
  compareImages: endpoint('POST', '/likeness/:datasetId', {
    summary: {
      en: 'Index and compare the images of a dataset by what they look like, and again whenever they change',
      zh: '为数据集图片建立索引并按画面相互比较，之后随变化自动更新',
    },
    answer: datasetLikeness,
    errors: ['dataset.not-found', 'dataset.empty'],
  }),
  getLikenessMap: endpoint('GET', '/likeness/:datasetId/map', {
    summary: {
      en: 'Images of a dataset as points of a plane, those that look alike beside each other',
      zh: '数据集图片在二维平面上的分布，画面相似的相邻',
    },
    answer: likenessMap,
    errors: ['dataset.not-found', 'likeness.not-compared'],
  }),
  getNumberedItem: endpoint('GET', '/likeness/:datasetId/items/:number', {
    summary: { en: 'The image of a point of the map', zh: '分布图中一个点对应的图片' },
    params: datasetParams.extend({ number: z.coerce.number().int().min(0) }),
    answer: datasetItem,
    errors: ['dataset.not-found', 'item.not-found'],
  }),
  listDuplicates: endpoint('GET', '/likeness/:datasetId/duplicates', {
    summary: {
      en: 'Groups of images of the same content or that look nearly the same, the largest first',
      zh: '内容相同或画面几乎相同的图片分组，数量多的在前',
    },
    query: z.object({
      threshold,
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: pageOf(duplicateGroup).pick({ items: true, total: true }).extend({
      others: count,
      exact: count,
    }),
    errors: ['dataset.not-found', 'likeness.not-compared'],
  }),
  getLeakage: endpoint('GET', '/likeness/:datasetId/leakage', {
    summary: {
      en: 'How many labeled images of validation and test are the same, or look nearly the same, as images of other splits',
      zh: '验证集与测试集中有多少已标注图片与其他划分的图片相同或几乎相同',
    },
    answer: leakage,
    errors: ['dataset.not-found'],
  }),
  mendLeakage: endpoint('POST', '/likeness/:datasetId/leakage', {
    summary: {
      en: 'Move images that are the same or look nearly the same into one split, where most of each group are',
      zh: '将相同或几乎相同的图片移到同一划分：各组移到其多数图片所在的划分',
    },
    answer: z.object({
      items: count,
      /** Ids of the changes, to undo them within seven days. */
      undoIds: z.array(id),
    }),
    errors: ['dataset.not-found', 'item.none-selected'],
  }),
  selectDuplicates: endpoint('POST', '/likeness/:datasetId/duplicates/selection', {
    audited: false,
    summary: {
      en: 'All images but the kept one of each group, as a set that filters find',
      zh: '将各组中除保留图片外的全部图片保存为可筛选的集合',
    },
    body: z.object({ threshold }),
    answer: itemSet,
    errors: ['dataset.not-found', 'likeness.not-compared', 'item.none-selected'],
  }),
} as const
