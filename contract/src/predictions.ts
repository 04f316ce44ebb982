import { z } from 'zod'
import type { LabelType } from './labels/dataset-labels.ts'
import { count } from './kernel/fields.ts'
import { geometries } from './labels/index.ts'
import type { LabelKind } from './labels/index.ts'

export const predictionKinds = {
  'target-detection': 'box',
  'picture-classification': 'class',
  'semantic-segmentation': 'mask',
} as const satisfies Record<LabelType, LabelKind>
export const predictionKind = z.enum(['box', 'class', 'mask'])
export type PredictionKind = z.output<typeof predictionKind>

const prediction = {
  label: z.string(),
  labelIndex: count,
  /** Confidence, 0 to 1; for a mask the mean over its pixels. */
  score: z.number(),
}
/** Older files lack the kind of boxes. */
const boxKind = z.literal('box').default('box')

export const boxPrediction = geometries.box.extend({ ...prediction, kind: boxKind })
export const classPrediction = geometries.class.extend(prediction)
/** All pixels of a label in the image. Masks of an image are disjoint; uncovered pixels are background. */
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

const faint = z.array(boxPrediction.omit({ label: true })).optional()

/** A line of `predictions.jsonl`: predictions of an image. */
export const predictionLine = z.object({
  path: z.string(),
  width: count,
  height: count,
  /** Time from decoded bytes to predictions. */
  milliseconds: z.number(),
  /** Sorted by descending score; masks in label order. Boxes and classes below the threshold are omitted. */
  predictions: z.array(modelPrediction),
  /** Boxes below the threshold, needed for average precision; only for labeled images. */
  faint,
  /** A classifier's probabilities in the model's label order; they sum to 1 unless `multiple`. */
  scores: z.array(z.number()).optional(),
  /** With tiles: what the full picture alone gave, to tell the difference; only for labeled images. */
  untiled: z.object({ predictions: z.array(modelPrediction), faint }).optional(),
})
export type PredictionLine = z.output<typeof predictionLine>

/** An entry of `images.json`, an inference's list of images. The file path is relative to the list. */
export const inferenceImage = z.object({
  file: z.string().min(1),
  path: z.string().min(1).optional(),
  /** In drawing order. Null for unlabeled images. */
  truth: z.array(truthShape).nullish(),
})

/** A metric from 0 to 1; null when undefined. */
const figure = z.number().nullable()

/** Detection: precision and recall at the confidence of the best mean F1, and COCO's average precisions. */
export const detectionMetrics = z.object({ precision: figure, recall: figure, mAP50: figure, mAP50to95: figure })
export type DetectionMetrics = z.output<typeof detectionMetrics>

/** `meanPrecision` is the mean average precision over labels, for several classes per image; the others are null then. */
export const classificationMetrics = z.object({ top1: figure, top5: figure, meanPrecision: figure })
export type ClassificationMetrics = z.output<typeof classificationMetrics>

/** Segmentation: mean IoU over labels; with the background as a class, as in Pascal VOC; and pixel accuracy. */
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

export const measuresOf = {
  'target-detection': ['mAP50', 'mAP50to95', 'precision', 'recall'],
  'picture-classification': ['top1', 'top5', 'meanPrecision'],
  'semantic-segmentation': ['mIoU', 'mIoUWithBackground', 'pixelAccuracy'],
} as const satisfies Record<LabelType, readonly (keyof ModelMetrics)[]>
