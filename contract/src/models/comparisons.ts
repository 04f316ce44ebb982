import { z } from 'zod'
import { type FigureName, figureNames, figures } from '../evaluations.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, progress } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { type LabelType, labelTypes } from '../labels/dataset-labels.ts'
import { inferenceResult } from '../models.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const mainFigure = {
  'target-detection': 'mAP50',
  'picture-classification': 'f1',
  'semantic-segmentation': 'mIoU',
} as const satisfies Record<LabelType, FigureName>

export const maxCompared = 6

/** Model ids separated by commas; the others are compared with the first. */
const comparedModels = z
  .string()
  .max(maxCompared * 65)
  .transform((text) => text.split(','))
  .refine((ids) => ids.length >= 2 && ids.length <= maxCompared, `are 2 to ${maxCompared}`)
  .refine(
    (ids) => ids.every((one) => id.safeParse(one).success),
    schemaMessage('are ids, separated by commas', '须为以逗号分隔的编号'),
  )
  .refine((ids) => new Set(ids).size === ids.length, schemaMessage('are different ones', '不能重复'))

const comparedQuery = z.object({ dataset: id, version: id, models: comparedModels })
export type ComparedQuery = z.output<typeof comparedQuery>

/** Progress of a model on the version: task queued or running, predictions being evaluated, done, or failed. */
export const comparedStates = ['waiting', 'running', 'judging', 'ready', 'failed'] as const

export const comparedModel = z.object({
  modelId: id,
  name: z.string(),
  version: count,
  size: bytes,
  run: z
    .object({
      taskId: id,
      state: z.enum(comparedStates),
      images: count,
      /** Median milliseconds per image; null until it has ended. */
      latency: z.number().nullable(),
      confidence: z.number(),
      /** Labeled images of the version that the model was trained on; null when unknown or not evaluated yet. */
      learned: count.nullable(),
      overlap: z.number(),
    })
    .nullable(),
})
export type ComparedModel = z.output<typeof comparedModel>

const interval = z.object({ low: z.number(), high: z.number() })

const comparedFigure = z.object({
  value: z.number().nullable(),
  /** 95% interval from a bootstrap over images. Null with too few images. */
  interval: interval.nullable(),
  /** Null for the first model, and when either lacks the metric. The interval is of the paired difference. */
  difference: z.object({ value: z.number(), interval: interval.nullable() }).nullable(),
})
export type ComparedFigure = z.output<typeof comparedFigure>
const comparedFigures = z.partialRecord(z.enum(figureNames), comparedFigure)
export type ComparedFigures = z.output<typeof comparedFigures>

const compared = z.object({
  labelType: z.enum(labelTypes),
  images: count,
  labeled: count,
  different: count,
  draws: count,
  figures: z.array(comparedFigures),
  classes: z.array(
    z.object({
      label: z.string(),
      instances: count,
      figures: z.array(figures.nullable()),
      main: z.array(comparedFigure),
    }),
  ),
})
export type Compared = z.output<typeof compared>

export const modelComparison = z.object({
  models: z.array(comparedModel),
  images: count,
  progress: progress.nullable(),
  result: compared.nullable(),
})
export type ModelComparison = z.output<typeof modelComparison>

const verdict = z.object({ right: count, missed: count, wrong: count, extra: count })

export const contrastedImage = inferenceResult
  .pick({ fileId: true, path: true, width: true, height: true, truth: true })
  .extend({
    number: count,
    /** Disagreement: predictions that only one of two models has, averaged over pairs, plus differences of scores. */
    difference: z.number(),
    results: z.array(inferenceResult.pick({ predictions: true, scores: true }).extend({ verdict: verdict.nullable() })),
  })
export type ContrastedImage = z.output<typeof contrastedImage>

export const comparisonEndpoints = {
  compareModels: endpoint('GET', '/model-comparisons', {
    summary: {
      en: 'Models beside each other on one version of a dataset: figures with intervals, per class, and which have yet to run',
      zh: '在同一数据集版本上对比多个模型：带置信区间的指标、各类别指标，以及尚未运行的模型',
    },
    query: comparedQuery,
    answer: modelComparison,
    errors: [
      'model.not-found',
      'model.not-runnable',
      'version.not-found',
      'version.not-ready',
      'comparison.other-kinds',
      'comparison.unreadable',
      'comparison.too-large',
      'comparison.too-many',
    ],
  }),
  contrastedImages: endpoint('GET', '/model-comparisons/images', {
    summary: {
      en: 'What models say of each image, those where they differ most first',
      zh: '各模型对每张图片的预测，差异最大的在前',
    },
    query: comparedQuery.extend({
      ...pageQuery.shape,
      label: z.string().max(200).optional(),
    }),
    answer: pageOf(contrastedImage),
    errors: [
      'model.not-found',
      'model.not-runnable',
      'version.not-found',
      'version.not-ready',
      'comparison.other-kinds',
      'comparison.unreadable',
      'comparison.too-large',
      'comparison.too-many',
      'comparison.not-ready',
    ],
  }),
} as const
