import { z } from 'zod'
import { datasetItem } from '../datasets/items.ts'
import { labelErrorFinding, labelErrorKinds } from '../evaluation/label-errors/finding.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, text, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { labeller, labellerId } from './labellers.ts'

export const labelErrorStatuses = ['queuing', 'training', 'running', 'success', 'failed', 'stopped'] as const
export type LabelErrorStatus = (typeof labelErrorStatuses)[number]

export const foldCounts = { least: 2, usual: 4, most: 10 } as const

/** One of the trainings of a ranking, whose model judges the images that it did not learn from. */
export const labelErrorFold = z.object({
  fold: count,
  taskId: id,
  taskName: z.string(),
  modelId: id.nullable(),
  images: count,
})

/** The labeled images of a dataset, by how probable an error in their labels is. */
export const labelErrorRanking = z.object({
  id,
  datasetId: id,
  number: count,
  /** The model that judges; null where trainings of the starter do, each the images that it did not learn from. */
  labeller: labeller.pick({ id: true, kind: true, name: true }).nullable(),
  foldCount: count,
  folds: z.array(labelErrorFold),
  status: z.enum(labelErrorStatuses),
  error: text.nullable(),
  /** Null until the images are listed. */
  images: count.nullable(),
  done: count,
  failed: count,
  /** Images with a finding that is neither dismissed nor edited since, by kind. */
  open: z.record(z.enum([...labelErrorKinds, 'all']), count),
  startedBy: z.string(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type LabelErrorRanking = z.output<typeof labelErrorRanking>

export const rankedFinding = labelErrorFinding.extend({
  /** The score before it was weighed by what is usual on the dataset, 0 to 1. */
  evidence: z.number().min(0).max(1),
  isDismissed: z.boolean(),
})
export type RankedFinding = z.output<typeof rankedFinding>

export const rankedImage = z.object({
  number: count,
  item: datasetItem,
  /** That of its most probable error that is not dismissed; 0 without one. */
  score: z.number().min(0).max(1),
  findings: z.array(rankedFinding),
  /** The labels were changed after they were judged. */
  isEdited: z.boolean(),
})
export type RankedImage = z.output<typeof rankedImage>

/** Parameters of the starter's training; its defaults where omitted. */
const foldParameters = z.strictObject({
  epochs: z.number().int().min(1).max(1_000).optional(),
  inputSize: z.number().int().min(64).max(640).multipleOf(32).optional(),
  width: z.number().int().min(8).max(64).optional(),
})

export const labelErrorCreate = z.union([
  z.strictObject({ labeller: labellerId }),
  z.strictObject({
    folds: z.number().int().min(foldCounts.least).max(foldCounts.most),
    parameters: foldParameters.default({}),
  }),
])
export type LabelErrorCreate = z.input<typeof labelErrorCreate>

const kind = z.enum(labelErrorKinds).optional()
const startErrors = [
  'dataset.not-found',
  'dataset.not-ready',
  'auto-label.no-labels',
  'auto-label.too-few',
  'auto-label.labeller-not-found',
  'auto-label.no-mapping',
  'image.not-found',
  'label-errors.under-way',
] as const

export const labelErrorEndpoints = {
  listLabelErrorRankings: endpoint('GET', '/datasets/:datasetId/label-errors', {
    summary: {
      en: 'Rankings of the labeled images of a dataset by probable label errors, the latest first',
      zh: '数据集已标注图片按疑似标注错误排序的记录，最新的在前',
    },
    query: pageQuery,
    answer: pageOf(labelErrorRanking),
    errors: ['dataset.not-found'],
  }),
  startLabelErrorRanking: endpoint('POST', '/datasets/:datasetId/label-errors', {
    summary: {
      en: 'Rank the labeled images of a dataset by probable label errors: by a model, or by trainings of the starter of which each judges the images that it did not learn from',
      zh: '按疑似标注错误对数据集的已标注图片排序：用所选模型，或用入门训练做 k 折，每折由未学习过这些图片的模型判断',
    },
    body: labelErrorCreate,
    answer: labelErrorRanking,
    errors: startErrors,
  }),
  getLabelErrorRanking: endpoint('GET', '/label-errors/:rankingId', {
    summary: { en: 'One ranking of probable label errors', zh: '一次疑似标注错误排序' },
    answer: labelErrorRanking,
    errors: ['label-errors.not-found'],
  }),
  listRankedImages: endpoint('GET', '/label-errors/:rankingId/images', {
    summary: {
      en: 'Images of a ranking, those with the most probable errors first; `open` leaves out what is dismissed or edited since',
      zh: '排序中的图片，最可能有错的在前；open 时不含已确认无误或此后修改过的图片',
    },
    query: pageQuery.extend({ kind, open: z.stringbool().default(false) }),
    answer: pageOf(rankedImage),
    errors: ['label-errors.not-found'],
  }),
  getRankedImage: endpoint('GET', '/label-errors/:rankingId/images/:itemId', {
    summary: {
      en: 'One image of a ranking, with the next open one of the order',
      zh: '排序中的一张图片，以及其后一张待复核的图片',
    },
    query: z.object({ kind }),
    answer: rankedImage.extend({
      /** 1-based; 0 for an image that is in no order, as it has no finding. */
      position: count,
      total: count,
      nextId: id.nullable(),
      previousId: id.nullable(),
    }),
    errors: ['label-errors.not-found', 'item.not-found'],
  }),
  dismissFinding: endpoint('POST', '/label-errors/:rankingId/images/:itemId/dismiss', {
    summary: {
      en: 'Say that a label is right (or take that back): neither this ranking nor later ones show the finding as open',
      zh: '确认标注无误（或撤销确认）：此次及以后的排序都不再将其列为待复核',
    },
    body: z.object({
      /** 0-based among the findings of the image. */
      finding: count,
      isDismissed: z.boolean().default(true),
    }),
    answer: rankedImage,
    errors: ['label-errors.not-found', 'item.not-found', 'label-errors.no-finding', 'label-errors.not-ended'],
  }),
  stopLabelErrorRanking: endpoint('POST', '/label-errors/:rankingId/stop', {
    summary: {
      en: 'Stop a ranking and its trainings. What was judged stays',
      zh: '停止排序及其训练；已判断的结果保留',
    },
    answer: labelErrorRanking,
    errors: ['label-errors.not-found', 'label-errors.ended'],
  }),
  deleteLabelErrorRanking: endpoint('DELETE', '/label-errors/:rankingId', {
    summary: {
      en: 'Delete a ranking that has ended. Labels, models and what was said to be right stay',
      zh: '删除已结束的排序；标注、模型以及已确认无误的记录保留',
    },
    answer: z.object({}),
    errors: ['label-errors.not-found', 'label-errors.not-ended'],
  }),
} as const
