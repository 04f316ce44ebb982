import { z } from 'zod'
import { inputSettings, maxClasses } from './input-settings.ts'
import type { LabelType } from '../labels/dataset-labels.ts'
import {
  classificationMetrics,
  detectionMetrics,
  earlierSegmentationMetrics,
  segmentationMetrics,
} from '../predictions.ts'

const tensorName = z.string().min(1).max(200)

/** Pictures of a fixed batch. */
export const maxBatch = 256

const modelInput = inputSettings.extend({
  name: tensorName.default('images'),
  /** Name of a second input that takes the size of the first as `(1, 2)` integers. */
  sizesName: tensorName.optional(),
  /** Pictures of a batch that the file has fixed: one alone is repeated. */
  batch: z.number().int().min(2).max(maxBatch).optional(),
})
export type ModelInput = z.output<typeof modelInput>

const fields = {
  version: z.literal(1),
  labels: z.array(z.string().min(1)).min(1).max(maxClasses),
  input: modelInput,
  trainer: z.object({ name: z.string(), version: z.string() }),
  /** Unknown for models trained elsewhere, as are their metrics. */
  training: z
    .object({
      epoch: z.number().int().min(0),
      seed: z.number().int(),
      width: z.number().int().positive(),
      images: z.number().int().min(0),
      validationImages: z.number().int().min(0),
    })
    .optional(),
}

const names = z.array(tensorName).min(1).max(4).readonly().default(['output0'])

const part = z.number().min(0).max(1)

/** Class index of each label where they do not follow each other. */
const classes = z.array(z.number().int().min(0).max(maxClasses)).min(1).max(maxClasses).readonly().optional()

/**
 * Layouts of a detector's outputs, without the batch dimension; boxes in input pixels unless said otherwise:
 * - `centre-size-probabilities`, `(4 + labels, cells)`: center x, center y, width, height, then a probability per label.
 * - `centre-size-objectness-probabilities`, `(cells, 5 + labels)`: center, size, objectness, then a conditional probability per
 * label.
 * - `corners-score-label`, `(rows, 6)`: left, top, right, bottom, score, label index; duplicates already removed.
 * - `query-probabilities`, `(queries, 4 + labels)`: center and size as shares of the input, then a probability per label; no
 * duplicates.
 * - `query-score-label`, `(queries, 6)`: center and size as shares of the input, score, label index; no duplicates.
 * - `query-logits`: `(queries, classes)` logits, and `(queries, 4)` center and size as shares; the most likely pairs of query and
 * class count, as many as there are queries.
 * - `boxes-labels-scores`: `(rows, 4)` corners, `(rows)` labels and `(rows)` scores; no duplicates.
 * - `image-corners-label-score`, `(rows, 7)`: picture of the batch, left, top, right, bottom, label index, score; no duplicates.
 */
export const detectionLayouts = [
  'centre-size-probabilities',
  'centre-size-objectness-probabilities',
  'corners-score-label',
  'query-probabilities',
  'query-score-label',
  'query-logits',
  'boxes-labels-scores',
  'image-corners-label-score',
] as const
export type DetectionLayout = (typeof detectionLayouts)[number]

export const detectionMetadata = z.object({
  ...fields,
  task: z.literal('detection'),
  output: z.object({
    layout: z.enum(detectionLayouts),
    stride: z.number().int().positive(),
    names,
    /** Class index of the first label; lower indices are background. */
    firstLabel: z.number().int().min(0).max(1).default(0),
    classes,
  }),
  thresholds: z.object({ confidence: part, overlap: part }),
  metrics: detectionMetrics.optional(),
})
export type DetectionMetadata = z.output<typeof detectionMetadata>

/**
 * Logits become probabilities by softmax, or by sigmoid with several labels per image. `top-probabilities` are those of the
 * likeliest labels alone, followed by an output with their indices.
 */
export const classificationLayouts = ['probabilities', 'logits', 'top-probabilities'] as const
export type ClassificationLayout = (typeof classificationLayouts)[number]

export const classificationMetadata = z.object({
  ...fields,
  task: z.literal('classification'),
  output: z.object({
    /** `(1, labels)`, or fewer for `top-probabilities`. */
    layout: z.enum(classificationLayouts),
    names,
    /** True when an image may have several labels, so that probabilities are independent; false when they sum to 1. */
    multiple: z.boolean(),
  }),
  thresholds: z.object({ confidence: part }),
  metrics: classificationMetrics.optional(),
})
export type ClassificationMetadata = z.output<typeof classificationMetadata>

/**
 * Layouts of a segmenter's outputs, on a square grid over the input:
 * - `logits`, `(classes, rows, columns)`: logits; `background` is the class without a label.
 * - `class-map`, `(rows, columns)`: class index.
 * - `binary-logits` and `binary-probabilities`, `(rows, columns)`: a single label.
 * - `prototypes`: rows of boxes in the layout `boxes`, each followed by its weights of `(prototypes, rows, columns)`; the object
 * is
 * where the weighted sum is positive.
 * - `instances`: as `boxes-labels-scores`, with `(rows, 1, size, size)` probabilities per box.
 * - `query-masks`: as `query-logits`, with `(queries, rows, columns)` logits over the whole input.
 */
export const segmentationLayouts = [
  'logits',
  'class-map',
  'binary-logits',
  'binary-probabilities',
  'prototypes',
  'instances',
  'query-masks',
] as const
export type SegmentationLayout = (typeof segmentationLayouts)[number]

export const segmentationMetadata = z.object({
  ...fields,
  task: z.literal('segmentation'),
  output: z.object({
    layout: z.enum(segmentationLayouts),
    names,
    background: z.enum(['first', 'last', 'none']).default('last'),
    boxes: z.enum(detectionLayouts).default('centre-size-probabilities'),
    prototypes: z.number().int().min(1).max(1_000).default(32),
    /** `linear` interpolates logits of a coarse grid before the likeliest class is taken; `nearest` takes it on the grid. */
    upsampling: z.enum(['linear', 'nearest']).default('nearest'),
    classes,
  }),
  thresholds: z.object({ confidence: part, overlap: part }).optional(),
  metrics: segmentationMetrics.or(earlierSegmentationMetrics).optional(),
})
export type SegmentationMetadata = z.output<typeof segmentationMetadata>

/** Stored as JSON under `metadataKey` in the ONNX metadata. An input value is `(byte - mean) * scale` per color channel. */
export const modelMetadata = z.discriminatedUnion('task', [
  detectionMetadata,
  classificationMetadata,
  segmentationMetadata,
])
export type ModelMetadata = z.output<typeof modelMetadata>
export type ModelDescription = z.input<typeof modelMetadata>
export type ModelTask = ModelMetadata['task']

export const labelTypeOf = {
  detection: 'target-detection',
  classification: 'picture-classification',
  segmentation: 'semantic-segmentation',
} as const satisfies Record<ModelTask, LabelType>

export const metadataKey = 'vermilion'
