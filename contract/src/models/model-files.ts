import { z } from 'zod'
import { inputSettings, maxClasses } from '../detection/input-settings.ts'
import { count, id, name } from '../kernel/fields.ts'
import { labelTypes } from '../labels/dataset-labels.ts'
import { modelPrediction } from '../predictions.ts'
import { loraFacts } from './lora.ts'
import { storedFormats } from './stored-formats.ts'

/**
 * Origin of a model file, inferred from its layout: this product; YOLO v5 to 26 (boxes, masks, classes, classes of pixels);
 * torchvision; RT-DETR, D-FINE and DEIM; RF-DETR; or any model that tells a class, the likeliest ones, or one for each pixel.
 */
export const modelDialects = [
  'vermilion',
  'ultralytics',
  'torchvision',
  'rt-detr',
  'rf-detr',
  'classifier',
  'segmenter',
] as const
export type ModelDialect = (typeof modelDialects)[number]

export const maxModelFileBytes = 512 * 1024 ** 2
/** Size limit of files that are not fully parsed: LoRAs and stored models. */
export const maxStoredModelBytes = 4 * 1024 ** 3
export const maxTrialPictureBytes = 20 * 1024 ** 2

const labels = z.array(z.string().trim().min(1).max(100)).min(1).max(maxClasses)

/** A model file by location, with class names when the file lacks them, and corrections of its detected properties. */
export const modelFile = z.object({
  fileId: id.optional(),
  output: z.object({ taskId: id, path: z.string().min(1).max(1_000) }).optional(),
  labels: labels.optional(),
  input: inputSettings.optional(),
})
export type ModelFile = z.output<typeof modelFile>

export const modelCreate = modelFile.extend({ name })
export type ModelCreate = z.output<typeof modelCreate>

export const modelTrial = modelFile.extend({
  /** Base64 of the image file. */
  picture: z
    .string()
    .min(1)
    .max(Math.ceil(maxTrialPictureBytes / 3) * 4),
})
export type ModelTrial = z.output<typeof modelTrial>

export const trialResult = z.object({
  /** Size of the upright picture in pixels. */
  width: count,
  height: count,
  milliseconds: z.number(),
  predictions: z.array(modelPrediction),
})
export type TrialResult = z.output<typeof trialResult>

export const modelInspection = z.discriminatedUnion('dialect', [
  z.object({
    dialect: z.enum(modelDialects),
    labelType: z.enum(labelTypes),
    labels: z.array(z.string()),
    input: inputSettings,
    layout: z.string(),
    operatorSet: count,
    producer: z.string(),
  }),
  z.object({ dialect: z.literal('lora'), lora: loraFacts }),
  z.object({ dialect: z.literal('stored'), format: z.enum(storedFormats) }),
])
export type ModelInspection = z.output<typeof modelInspection>

export const modelFileErrors = [
  'file.not-found',
  'task.not-found',
  'task.file-missing',
  'model-file.damaged',
  'model-file.unrecognized',
  'model-file.unsafe',
  'model-file.unusable',
  'model-file.too-large',
  'model-file.labels-missing',
  'model-file.labels-differ',
  'model-file.other-content',
  'lora-file.damaged',
  'fine-tuning.name-taken',
] as const
