import { z } from 'zod'
import { inputSettings, mostClasses } from './input-settings.ts'
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
  /** A second input, which is told the edges of the first as `(1, 2)` whole numbers. */
  sizesName: tensorName.optional(),
})
export type ModelInput = z.output<typeof modelInput>

const fields = {
  version: z.literal(1),
  /** Class names in index order. */
  labels: z.array(z.string().min(1)).min(1).max(mostClasses),
  input: modelInput,
  /** What made it. */
  trainer: z.object({ name: z.string(), version: z.string() }),
  /** Not known of a model that was trained elsewhere, as its metrics are not. */
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

/** The outputs that are read, in the order in which the layout speaks of them. */
const names = z.array(tensorName).min(1).max(4).readonly().default(['output0'])

const part = z.number().min(0).max(1)

/**
 * How a detector's outputs say its boxes, in input pixels, beside the batch of one:
 * - `centre-size-probabilities`, `(4 + labels, cells)`: centre x, centre y, width, height, then a probability per label.
 * - `centre-size-objectness-probabilities`, `(cells, 5 + labels)`: centre, size, the probability that there is anything, then
 *   one per label where there is.
 * - `corners-score-label`, `(rows, 6)`: left, top, right, bottom, score and index of the label, already without doubles.
 * - `query-probabilities`, `(queries, 4 + labels)`: centre and size in shares of the input, then a probability per label, without
 *   doubles.
 * - `query-logits`: `(queries, labels)` a logit per label, and `(queries, 4)` centre and size in shares, without doubles.
 * - `boxes-labels-scores`: `(rows, 4)` corners, `(rows)` labels and `(rows)` scores, without doubles.
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
    /** The number by which the model means the first label; below it is the background. */
    firstLabel: z.number().int().min(0).max(1).default(0),
  }),
  thresholds: z.object({ confidence: part, overlap: part }),
  metrics: detectionMetrics.optional(),
})
export type DetectionMetadata = z.output<typeof detectionMetadata>

/** Logits become probabilities by the softmax, or each alone by the sigmoid where an image may have any number of labels. */
export const classificationLayouts = ['probabilities', 'logits'] as const
export type ClassificationLayout = (typeof classificationLayouts)[number]

export const classificationMetadata = z.object({
  ...fields,
  task: z.literal('classification'),
  output: z.object({
    /** `(1, labels)`. */
    layout: z.enum(classificationLayouts),
    names,
    /** Whether an image may have any number of labels: each probability stands alone then, else they add up to 1. */
    multiple: z.boolean(),
  }),
  thresholds: z.object({ confidence: part }),
  metrics: classificationMetrics.optional(),
})
export type ClassificationMetadata = z.output<typeof classificationMetadata>

/**
 * How a segmenter's outputs say the label of each pixel, on a square grid over the input:
 * - `logits`, `(classes, rows, columns)`: a logit per class; `background` says which of them is no label.
 * - `class-map`, `(rows, columns)`: the number of the class.
 * - `binary-logits` and `binary-probabilities`, `(rows, columns)`: of the one label.
 * - `prototypes`: rows of boxes as `boxes` lays them out, each followed by its share of each of `(prototypes, rows, columns)`, whose
 *   weighted sum is above 0 on the object.
 * - `instances`: boxes, labels and scores as `boxes-labels-scores`, and `(rows, 1, size, size)` probabilities of each.
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
    /** How many prototypes there are. */
    prototypes: z.number().int().min(1).max(1_000).default(32),
  }),
  /** Of what finds objects one by one. */
  thresholds: z.object({ confidence: part, overlap: part }).optional(),
  metrics: segmentationMetrics.or(earlierSegmentationMetrics).optional(),
})
export type SegmentationMetadata = z.output<typeof segmentationMetadata>

/**
 * What a model file says about itself, so that any reader can run it: stored as JSON under `metadataKey`
 * in the metadata of the ONNX file. A model value is `(byte - mean) * scale` per colour channel.
 */
export const modelMetadata = z.discriminatedUnion('task', [
  detectionMetadata,
  classificationMetadata,
  segmentationMetadata,
])
export type ModelMetadata = z.output<typeof modelMetadata>
/** As it is written: what is usual may be left out. */
export type ModelDescription = z.input<typeof modelMetadata>
export type ModelTask = ModelMetadata['task']

/** The label type whose datasets a model of each task is trained on. */
export const labelTypeOf = {
  detection: 'target-detection',
  classification: 'picture-classification',
  segmentation: 'semantic-segmentation',
} as const satisfies Record<ModelTask, LabelType>

/** The key of our metadata in the ONNX file. */
export const metadataKey = 'vermilion'
