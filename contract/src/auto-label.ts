import { z } from 'zod'
import { labelErrorEndpoints } from './auto-label/label-errors.ts'
import { learningEndpoints } from './auto-label/learning.ts'
import { coordinates, labeller, labellerId } from './auto-label/labellers.ts'
import { itemFilter } from './datasets/items.ts'
import { tileOptions } from './detection/tiles/tiles.ts'
import { endpoint } from './kernel/endpoint.ts'
import { count, id, text, time } from './kernel/fields.ts'
import { listQuery, pageOf, pageQuery } from './kernel/page.ts'
import { shape } from './labels/index.ts'

export const autoLabelStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const
export type AutoLabelStatus = (typeof autoLabelStatuses)[number]

/** IoU with an existing label of the same class above which a suggestion is dropped as a duplicate. */
export const sameFrom = 0.7
/** Minimum score shown in a preview; the threshold decides about suggestions. */
export const minScore = 0.05
export const previewed = 5

const score = z.number().min(0).max(1)

/** The images to label. Images that people labeled keep their shapes and get only missing ones. */
export const autoLabelScope = z.discriminatedUnion('kind', [
  /** Images that are unlabeled or rejected. */
  z.object({ kind: z.literal('unlabelled') }),
  z.object({ kind: z.literal('filter'), filter: itemFilter }),
  z.object({ kind: z.literal('all') }),
])
export type AutoLabelScope = z.output<typeof autoLabelScope>

/** Class names of the labeler by label id of the dataset; null ignores the class. */
const mapping = z.record(z.string().max(500), id.nullable())
export type LabelMapping = z.output<typeof mapping>

const request = z.object({
  labeller: labellerId,
  prompt: z.string().trim().min(1).max(2_000),
  /** Matched by name when omitted. */
  mapping: mapping.optional(),
  coordinates: coordinates.default('auto'),
  /** For models that take tiles; images are read at once by default. */
  tiles: tileOptions.nullable().default(null),
})

export const autoLabelCreate = request.extend({
  scope: autoLabelScope.default({ kind: 'unlabelled' }),
  /** Minimum score; the model's recommended threshold when omitted. */
  threshold: score.optional(),
})
export type AutoLabelCreate = z.input<typeof autoLabelCreate>

export const autoLabelRun = z.object({
  id,
  datasetId: id,
  labeller: labeller.pick({ id: true, kind: true, name: true }),
  prompt: z.string(),
  mapping,
  coordinates,
  tiles: tileOptions.nullable(),
  scope: autoLabelScope,
  threshold: score,
  status: z.enum(autoLabelStatuses),
  error: text.nullable(),
  /** Null until the images are listed. */
  images: count.nullable(),
  done: count,
  suggested: count,
  failed: count,
  shapes: count,
  overlapping: count,
  roundId: id.nullable(),
  startedBy: z.string(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  undoneAt: time.nullable(),
  undoing: z.boolean(),
})
export type AutoLabelRun = z.output<typeof autoLabelRun>

/** Suggestions by outcome. `waiting` are undecided; `withdrawn` were removed by an undo or a later run. */
const outcomes = z.object({ waiting: count, accepted: count, changed: count, rejected: count, withdrawn: count })
export type SuggestionOutcomes = z.output<typeof outcomes>

export const autoLabelReport = outcomes.extend({
  suggested: count,
  classes: z.array(outcomes.extend({ labelId: id, name: z.string(), suggested: count })),
})
export type AutoLabelReport = z.output<typeof autoLabelReport>

export const autoLabelImage = z.object({
  number: count,
  itemId: id,
  path: z.string(),
  shapes: count.nullable(),
  /** Uncertainty from 0 to 1, discounted for images with the same predictions ranked before. */
  usefulness: score.nullable(),
  error: text.nullable(),
})
export type AutoLabelImage = z.output<typeof autoLabelImage>

export const autoLabelEndpoints = {
  listLabellers: endpoint('GET', '/datasets/:datasetId/labellers', {
    summary: {
      en: 'What can suggest labels for a dataset, and which of its labels each would use',
      zh: '可为数据集自动标注的模型，以及各自对应的类别',
    },
    answer: z.array(labeller),
    errors: ['dataset.not-found'],
  }),
  previewAutoLabel: endpoint('POST', '/datasets/:datasetId/auto-labels/preview', {
    audited: false,
    summary: {
      en: 'What a model or service would suggest for one image; nothing is kept',
      zh: '预览模型对一张图片的标注建议，不保存',
    },
    body: request.extend({ itemId: id }),
    answer: z.object({
      shapes: z.array(shape),
      error: text.nullable(),
    }),
    errors: [
      'dataset.not-found',
      'item.not-found',
      'auto-label.no-labels',
      'auto-label.labeller-not-found',
      'model.not-tileable',
      'auto-label.no-mapping',
      'dataset.label-not-found',
    ],
  }),
  listAutoLabels: endpoint('GET', '/datasets/:datasetId/auto-labels', {
    summary: {
      en: 'Runs of auto-labeling of a dataset, the latest first; the words are looked for in model and prompt',
      zh: '数据集的自动标注记录，最新的在前；关键词在模型名称和提示词中查找',
    },
    query: listQuery(['createdAt']).extend({ status: z.enum(autoLabelStatuses).optional() }),
    answer: pageOf(autoLabelRun),
    errors: ['dataset.not-found'],
  }),
  startAutoLabel: endpoint('POST', '/datasets/:datasetId/auto-labels', {
    summary: {
      en: 'Have a model suggest labels for images of a dataset. Labels of people stay as they are',
      zh: '用模型为数据集图片生成标注建议；人工标注保持不变',
    },
    body: autoLabelCreate,
    answer: autoLabelRun,
    errors: [
      'dataset.not-found',
      'dataset.not-ready',
      'auto-label.no-labels',
      'auto-label.under-way',
      'auto-label.labeller-not-found',
      'model.not-tileable',
      'auto-label.no-mapping',
      'dataset.label-not-found',
      'item.none-selected',
    ],
  }),
  getAutoLabel: endpoint('GET', '/auto-labels/:runId', {
    summary: { en: 'One run of auto-labeling', zh: '一次自动标注' },
    answer: autoLabelRun,
    errors: ['auto-label.not-found'],
  }),
  listAutoLabelImages: endpoint('GET', '/auto-labels/:runId/images', {
    summary: {
      en: 'Images of a run, in their order or the most useful first; those that were labeled since are left out there',
      zh: '一次自动标注的图片，按顺序或按标注价值排序（后者不含此后已标注的图片）',
    },
    query: pageQuery.extend({ sort: z.enum(['number', '-usefulness']).default('number') }),
    answer: pageOf(autoLabelImage),
    errors: ['auto-label.not-found'],
  }),
  reportAutoLabel: endpoint('GET', '/auto-labels/:runId/report', {
    summary: {
      en: 'What became of the suggestions of a run: accepted, changed, rejected, by class',
      zh: '一次自动标注的建议结果：各类别的接受、修改、拒绝数量',
    },
    answer: autoLabelReport,
    errors: ['auto-label.not-found'],
  }),
  stopAutoLabel: endpoint('POST', '/auto-labels/:runId/stop', {
    summary: { en: 'Stop a run of auto-labeling. What was suggested stays', zh: '停止自动标注；已生成的建议保留' },
    answer: autoLabelRun,
    errors: ['auto-label.not-found', 'auto-label.ended'],
  }),
  undoAutoLabel: endpoint('POST', '/auto-labels/:runId/undo', {
    summary: {
      en: 'Take back the suggestions of a run that nobody has answered. What people accepted or changed stays',
      zh: '撤销一次自动标注中尚未处理的建议；已接受或修改的保留',
    },
    answer: autoLabelRun,
    errors: ['auto-label.not-found', 'auto-label.not-ended', 'auto-label.undone'],
  }),
  ...learningEndpoints,
  ...labelErrorEndpoints,
} as const
