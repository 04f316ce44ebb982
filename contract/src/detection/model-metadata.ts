import { z } from 'zod'
import { detectionMetrics } from '../models.ts'

/**
 * What a model file says about itself, so that any reader can run it: stored as JSON under `metadataKey`
 * in the metadata of the ONNX file. A model value is `(byte - mean) * scale` per colour channel.
 */
export const modelMetadata = z.object({
  version: z.literal(1),
  task: z.literal('detection'),
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
  output: z.object({
    /** `(1, 4 + labels, cells)`: centre x, centre y, width, height in input pixels, then a probability per label. */
    layout: z.literal('centre-size-probabilities'),
    stride: z.number().int().positive(),
  }),
  thresholds: z.object({ confidence: z.number().min(0).max(1), overlap: z.number().min(0).max(1) }),
  trainer: z.object({ name: z.string(), version: z.string() }),
  training: z.object({
    epoch: z.number().int().min(0),
    seed: z.number().int(),
    width: z.number().int().positive(),
    images: z.number().int().min(0),
    validationImages: z.number().int().min(0),
  }),
  metrics: detectionMetrics,
})
export type ModelMetadata = z.output<typeof modelMetadata>

/** The key of our metadata in the ONNX file. */
export const metadataKey = 'vermilion'
