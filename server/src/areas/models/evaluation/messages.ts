import type { EvaluationProblem, Figures } from '@vermilion/contract/evaluations'
import type { Curves } from '@vermilion/contract/detection/ranking'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { Verdict } from '@vermilion/contract/evaluation/evaluator'

export interface EvaluationOrder {
  readonly predictions: string
  readonly images: string
  readonly model: string
  readonly exports: string
  readonly confidence: number
  readonly overlap: number
  /** Training part of each image as index of `trainingParts`; a larger number means unknown. */
  readonly parts?: Uint8Array
}

export interface JudgedImage {
  readonly number: number
  readonly path: string
  readonly part: TrainingPart
  /** Null when the image says nothing about the model. */
  readonly verdict: Verdict | null
}

interface ImageFindings {
  readonly images: number
  readonly measured: number
  readonly instances: number
  readonly bestConfidence: number | null
  readonly figures: Figures
  readonly classes: readonly { labelIndex: number; instances: number; images: number; figures: Figures }[]
  readonly curves: readonly (Curves & { labelIndex: number; precisionByRecall: number[] })[]
  readonly overall: (Curves & { precisionByRecall: number[]; f1: number[] }) | null
}

export interface PartFindings extends ImageFindings {
  readonly part: TrainingPart
}

export interface EvaluationFindings extends ImageFindings {
  readonly labelType: LabelType
  readonly labels: readonly string[]
  readonly countsByConfidence: boolean
  readonly unknownLabels: readonly string[]
  readonly parts: readonly PartFindings[]
}

export type FromThread =
  | { readonly type: 'images'; readonly images: readonly JudgedImage[] }
  | { readonly type: 'end'; readonly findings: EvaluationFindings }
  | { readonly type: 'failed'; readonly problem: EvaluationProblem; readonly error: string }
