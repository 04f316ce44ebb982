import { z } from 'zod'
import type { Shape } from '../../labels/index.ts'
import { box } from '../../labels/box.ts'
import type { LabelType } from '../../labels/dataset-labels.ts'
import type { ModelPrediction } from '../../predictions.ts'

/** `missing`: an object without a label. `class`: a label of another class. `location`: a loose box. `pixels`: a region that lies elsewhere. */
export const labelErrorKinds = ['missing', 'class', 'location', 'pixels'] as const
export type LabelErrorKind = (typeof labelErrorKinds)[number]

export const labelErrorKindsOf = {
  'target-detection': ['missing', 'class', 'location'],
  'picture-classification': ['missing', 'class'],
  'semantic-segmentation': ['missing', 'class', 'pixels'],
} as const satisfies Record<LabelType, readonly LabelErrorKind[]>

const share = z.number().min(0).max(1)

export const labelErrorFinding = z.object({
  kind: z.enum(labelErrorKinds),
  /** 0 to 1; the higher, the more probable an error is. */
  score: share,
  /** The shape in question and its class; null for a missing label. */
  shapeId: z.string().nullable(),
  labelId: z.string().nullable(),
  /** What the model says instead, with its confidence. */
  suggestedLabelId: z.string(),
  confidence: share,
  /** Overlap of the label and the prediction; null without a label or a place. */
  overlap: share.nullable(),
  /** Where the model sees it, in pixels; null for the class of the whole image. */
  box: box.nullable(),
})
export type LabelErrorFinding = z.output<typeof labelErrorFinding>

/** The labels of an image, and what a model says that did not learn from them. */
export interface JudgedImage {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
  readonly predictions: readonly { readonly labelId: string; readonly prediction: ModelPrediction }[]
}

/** Below, a finding is noise and is not listed. */
export const minFindingScore = 0.05
export const maxFindingsPerImage = 50
