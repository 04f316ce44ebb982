import { z } from 'zod'
import { labelTypes } from '../labels/dataset-labels.ts'
import { count, id, name } from '../kernel/fields.ts'
import { loraFacts } from './lora.ts'

/** What made a model file, as its layout tells: this product, or Ultralytics (v5, v8, 11, 12 and 26, for boxes). */
export const modelDialects = ['vermilion', 'ultralytics'] as const
export type ModelDialect = (typeof modelDialects)[number]

/** Bytes of the largest model file that is taken: it is read as a whole. */
export const largestModelFile = 512 * 1024 ** 2
/** Of the largest LoRA file: of it, the header alone is read. */
export const largestLoraFile = 4 * 1024 ** 3

const labels = z.array(z.string().trim().min(1).max(100)).min(1).max(10_000)

/** A model file of a data space, and its class names in index order where the file does not say them. */
export const modelFile = z.object({ fileId: id, labels: labels.optional() })
export type ModelFile = z.output<typeof modelFile>

/** Makes it a model. */
export const modelCreate = modelFile.extend({ name })
export type ModelCreate = z.output<typeof modelCreate>

/** What a model file is. */
export const modelInspection = z.discriminatedUnion('dialect', [
  z.object({
    dialect: z.enum(modelDialects),
    labelType: z.enum(labelTypes),
    labels: z.array(z.string()),
    /** Edge of the square input in pixels. */
    inputSize: count,
    /** Version of the set of operators of ONNX. */
    operatorSet: count,
    producer: z.string(),
  }),
  z.object({ dialect: z.literal('lora'), lora: loraFacts }),
])
export type ModelInspection = z.output<typeof modelInspection>

/** What can be wrong with a file that is to become a model. */
export const modelFileErrors = [
  'file.not-found',
  'model-file.damaged',
  'model-file.unrecognized',
  'model-file.unsafe',
  'model-file.unusable',
  'model-file.too-large',
  'model-file.labels-missing',
  'model-file.labels-differ',
  'lora-file.damaged',
  'lora-file.none',
  'fine-tuning.name-taken',
] as const
