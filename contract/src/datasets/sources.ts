import { z } from 'zod'
import { fileSelection } from '../files.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'
import { label } from '../labels/dataset-labels.ts'

export const sourceStatuses = ['collecting', 'success', 'failed', 'stopped'] as const

export const datasetSource = z.object({
  id,
  datasetId: id,
  spaceId: id,
  spaceName: z.string(),
  selection: fileSelection,
  status: z.enum(sourceStatuses),
  taken: count,
  present: count,
  notPictures: count,
  broken: count,
  /** Unreadable HEVC images (HEIC), for which no decoder exists here. */
  hevc: count.default(0),
  withTruth: z.boolean(),
  labeled: count,
  /** Total number of files; null when not counted. */
  expected: count.nullable(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type DatasetSource = z.output<typeof datasetSource>

/** Imports the ground truth of rendered images where the label type can represent it, adding missing labels. */
export const withTruth = z.boolean().default(false)

/** Label name given to every unlabeled image, in classification datasets. It is added when missing. */
export const classOfAll = label.shape.name.nullable().default(null)

export const imagesAdd = z.object({ spaceId: id, selection: fileSelection, withTruth, classOfAll })

export const datasetFilling = z.object({ done: count, total: count.nullable() })
export type DatasetFilling = z.output<typeof datasetFilling>

export const datasetSourceEndpoints = {
  addImages: endpoint('POST', '/datasets/:datasetId/images', {
    summary: {
      en: 'Take files of a data space into a dataset, by reference. What is there already stays as it is',
      zh: '将数据空间中的文件加入数据集（引用，不复制）；已有的图片保持不变',
    },
    body: imagesAdd,
    answer: datasetSource,
    errors: ['dataset.not-found', 'dataset.empty', 'dataset.label-kind', 'space.not-found'],
  }),
  listSources: endpoint('GET', '/datasets/:datasetId/sources', {
    summary: {
      en: 'What was taken into a dataset from which data space, the latest first (at most a hundred)',
      zh: '数据集各次从数据空间取图的来源与结果，最新的在前（最多一百条）',
    },
    answer: z.array(datasetSource),
    errors: ['dataset.not-found'],
  }),
  getFilling: endpoint('GET', '/datasets/:datasetId/filling', {
    summary: {
      en: 'How many images are coming into a dataset now and how many of them are there; null while none are coming',
      zh: '正在加入数据集的图片数及已加入的数量；没有图片正在加入时为 null',
    },
    answer: z.object({ filling: datasetFilling.nullable() }),
    errors: ['dataset.not-found'],
  }),
  getExamination: endpoint('GET', '/datasets/:datasetId/examination', {
    summary: {
      en: 'How many images of a dataset are still to be decoded: they can be labeled already, and may turn out broken',
      zh: '数据集中尚待解码检查的图片数：这些图片已可标注，但可能会被发现已损坏',
    },
    answer: z.object({ waiting: count }),
    errors: ['dataset.not-found'],
  }),
} as const
