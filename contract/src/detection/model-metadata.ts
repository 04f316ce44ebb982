import { z } from 'zod'
import type { LabelType } from '../labels/dataset-labels.ts'
import { classificationMetrics, detectionMetrics, segmentationMetrics } from '../predictions.ts'

const fields = {
  version: z.literal(1),
  /** Class names in index order. */
  labels: z.array(z.string().min(1)).min(1),
  input: z.object({
    /** Edge of the square input in pixels. */
    size: z.number().int().positive(),
    channels: z.literal('rgb'),
    mean: z.array(z.number()).length(3),
    scale: z.array(z.number()).length(3),
    /** The image keeps its proportions, lies in the middle, and this grey (0 to 255) is around it. */
    letterbox: z.object({ grey: z.number().int().min(0).max(255) }),
  }),
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

const part = z.number().min(0).max(1)

/**
 * How a detector's output says its boxes, in input pixels, beside the batch of one:
 * - `centre-size-probabilities`, `(4 + labels, cells)`: centre x, centre y, width, height, then a probability per label.
 * - `centre-size-objectness-probabilities`, `(cells, 5 + labels)`: centre, size, the probability that there is anything, then
 *   one per label where there is.
 * - `corners-score-label`, `(rows, 6)`: left, top, right, bottom, score and index of the label, already without doubles.
 */
export const detectionLayouts = [
  'centre-size-probabilities',
  'centre-size-objectness-probabilities',
  'corners-score-label',
] as const
export type DetectionLayout = (typeof detectionLayouts)[number]

export const detectionMetadata = z.object({
  ...fields,
  task: z.literal('detection'),
  output: z.object({
    layout: z.enum(detectionLayouts),
    stride: z.number().int().positive(),
  }),
  thresholds: z.object({ confidence: part, overlap: part }),
  metrics: detectionMetrics.optional(),
})
export type DetectionMetadata = z.output<typeof detectionMetadata>

export const classificationMetadata = z.object({
  ...fields,
  task: z.literal('classification'),
  output: z.object({
    /** `(1, labels)`. */
    layout: z.literal('probabilities'),
    /** Whether an image may have any number of labels: each probability stands alone then, else they add up to 1. */
    multiple: z.boolean(),
  }),
  thresholds: z.object({ confidence: part }),
  metrics: classificationMetrics.optional(),
})
export type ClassificationMetadata = z.output<typeof classificationMetadata>

export const segmentationMetadata = z.object({
  ...fields,
  task: z.literal('segmentation'),
  output: z.object({
    /** `(1, labels + 1, size, size)`: a logit per label for each input pixel, the last one for the background. */
    layout: z.literal('logits'),
  }),
  metrics: segmentationMetrics.optional(),
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
export type ModelTask = ModelMetadata['task']

/** The label type whose datasets a model of each task is trained on. */
export const labelTypeOf = {
  detection: 'target-detection',
  classification: 'picture-classification',
  segmentation: 'semantic-segmentation',
} as const satisfies Record<ModelTask, LabelType>

/** The key of our metadata in the ONNX file. */
export const metadataKey = 'vermilion'
