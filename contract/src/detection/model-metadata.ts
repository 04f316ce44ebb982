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

const modelInput = inputSettings.extend({
  name: tensorName.default('images'),
  /** Name of a second input that takes the size of the first as `(1, 2)` integers. */
  sizesName: tensorName.optional(),
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

/**
 * Layouts of a detector's outputs, without the batch dimension; boxes in input pixels unless said otherwise:
 * - `centre-size-probabilities`, `(4 + labels, cells)`: center x, center y, width, height, then a probability per label.
 * - `centre-size-objectness-probabilities`, `(cells, 5 + labels)`: center, size, objectness, then a conditional probability per
 * label.
 * - `corners-score-label`, `(rows, 6)`: left, top, right, bottom, score, label index; duplicates already removed.
 * - `query-probabilities`, `(queries, 4 + labels)`: center and size as shares of the input, then a probability per label; no
 * duplicates.
 * - `query-logits`: `(queries, labels)` logits, and `(queries, 4)` center and size as shares; no duplicates.
 * - `boxes-labels-scores`: `(rows, 4)` corners, `(rows)` labels and `(rows)` scores; no duplicates.
 */
export const detectionLayouts = [
  'centre-size-probabilities',
  'centre-size-objectness-probabilities',
  'corners-score-label',
  'query-probabilities',
  'query-logits',
  'boxes-labels-scores',
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
  }),
  thresholds: z.object({ confidence: part, overlap: part }),
  metrics: detectionMetrics.optional(),
})
export type DetectionMetadata = z.output<typeof detectionMetadata>

/** Logits become probabilities by softmax, or by sigmoid with several labels per image. */
export const classificationLayouts = ['probabilities', 'logits'] as const
export type ClassificationLayout = (typeof classificationLayouts)[number]

export const classificationMetadata = z.object({
  ...fields,
  task: z.literal('classification'),
  output: z.object({
    /** `(1, labels)`. */
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
 */
export const segmentationLayouts = [
  'logits',
  'class-map',
  'binary-logits',
  'binary-probabilities',
  'prototypes',
  'instances',
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
