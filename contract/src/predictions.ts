import { z } from 'zod'
import type { LabelType } from './labels/dataset-labels.ts'
import { count } from './kernel/fields.ts'
import { geometries } from './labels/index.ts'
import type { LabelKind } from './labels/index.ts'

/** Prediction kind by label type: boxes, image-level classes, or pixels. */
export const predictionKinds = {
  'target-detection': 'box',
  'picture-classification': 'class',
  'semantic-segmentation': 'mask',
} as const satisfies Record<LabelType, LabelKind>
export const predictionKind = z.enum(['box', 'class', 'mask'])
export type PredictionKind = z.output<typeof predictionKind>

const prediction = {
  label: z.string(),
  /** Place of the label in the model's list. */
  labelIndex: count,
  /** Confidence, 0 to 1; of a mask the mean over its pixels. */
  score: z.number(),
}
/** Boxes were written without their kind once, and such files stay readable. */
const boxKind = z.literal('box').default('box')

export const boxPrediction = geometries.box.extend({ ...prediction, kind: boxKind })
export const classPrediction = geometries.class.extend(prediction)
/** All pixels of the label in the image. Masks of one image do not overlap; pixels in none are background. */
export const maskPrediction = geometries.mask.extend(prediction)

/** A prediction, in pixels of the upright image. */
export const modelPrediction = z.union([boxPrediction, maskPrediction, classPrediction])
export type ModelPrediction = z.output<typeof modelPrediction>

const label = { label: z.string() }
/** A labeled object by label name, as passed to external programs. */
export const truthShape = z.union([
  geometries.box.extend({ ...label, kind: boxKind }),
  geometries.polygon.extend(label),
  geometries.mask.extend(label),
  geometries.class.extend(label),
])
export type TruthShape = z.output<typeof truthShape>

/** A line of `predictions.jsonl`: what a model says of one image. */
export const predictionLine = z.object({
  path: z.string(),
  /** Size of the upright image in pixels. */
  width: count,
  height: count,
  /** From decoded bytes to predictions. */
  milliseconds: z.number(),
  /** Most confident first; masks in the order of the labels. Nothing below the confidence asked for, but for masks. */
  predictions: z.array(modelPrediction),
  /** Boxes below the confidence asked for, which average precision needs; only for images with truth. */
  faint: z.array(boxPrediction.omit({ label: true })).optional(),
  /** A classifier's probabilities in the model's label order; they sum to 1 unless `multiple`. */
  scores: z.array(z.number()).optional(),
})
export type PredictionLine = z.output<typeof predictionLine>

/** An entry of `images.json`, the list of images that an inference runs on. The file is relative to the list. */
export const inferenceImage = z.object({
  file: z.string().min(1),
  /** Name in the results; the file by default. */
  path: z.string().min(1).optional(),
  /** Bottom first, as it is drawn. Null where nobody has labeled it. */
  truth: z.array(truthShape).nullish(),
})

/** A figure between 0 and 1; null where there was nothing to measure against, or where it says nothing. */
const figure = z.number().nullable()

/** Detection: precision and recall at the confidence of the best mean F1, and COCO's average precisions. */
export const detectionMetrics = z.object({ precision: figure, recall: figure, mAP50: figure, mAP50to95: figure })
export type DetectionMetrics = z.output<typeof detectionMetrics>

/**
 * Classification: how often the label is the likeliest, and among the five likeliest. `meanPrecision` is the mean over the
 * labels of their average precision (mAP), for data whose images have several classes; the other two are null then.
 */
export const classificationMetrics = z.object({ top1: figure, top5: figure, meanPrecision: figure })
export type ClassificationMetrics = z.output<typeof classificationMetrics>

/**
 * Segmentation: intersection over union, mean over the labels; the same with the background as one of them, as Pascal VOC
 * has it; and right pixels.
 */
export const segmentationMetrics = z.object({ mIoU: figure, mIoUWithBackground: figure, pixelAccuracy: figure })
export type SegmentationMetrics = z.output<typeof segmentationMetrics>
/** Metrics of older model files, whose mean includes the background; the mean over labels alone is unknown. */
export const earlierSegmentationMetrics = z
  .object({ mIoU: figure, pixelAccuracy: figure })
  .transform(({ mIoU, pixelAccuracy }): SegmentationMetrics => ({
    mIoU: null,
    mIoUWithBackground: mIoU,
    pixelAccuracy,
  }))

/** Metrics of all label types. */
export const modelMetrics = detectionMetrics.extend(classificationMetrics.shape).extend(segmentationMetrics.shape)
export type ModelMetrics = z.output<typeof modelMetrics>

export const unmeasured: ModelMetrics = {
  precision: null,
  recall: null,
  mAP50: null,
  mAP50to95: null,
  top1: null,
  top5: null,
  meanPrecision: null,
  mIoU: null,
  mIoUWithBackground: null,
  pixelAccuracy: null,
}

/** The figures of each label type, the one that counts first. */
export const measuresOf = {
  'target-detection': ['mAP50', 'mAP50to95', 'precision', 'recall'],
  'picture-classification': ['top1', 'top5', 'meanPrecision'],
  'semantic-segmentation': ['mIoU', 'mIoUWithBackground', 'pixelAccuracy'],
} as const satisfies Record<LabelType, readonly (keyof ModelMetrics)[]>
