import type { Evaluation, EvaluationProblem, PartEvaluation } from '@vermilion/contract/evaluations'
import type { Curves } from '@vermilion/contract/detection/ranking'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
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

export interface PartFindings extends Omit<PartEvaluation, 'counts'> {
  readonly curves: readonly (Curves & { labelIndex: number; precisionByRecall: number[] })[]
  readonly overall: (Curves & { precisionByRecall: number[]; f1: number[] }) | null
}

export interface EvaluationFindings
  extends
    Omit<PartFindings, 'part'>,
    Pick<Evaluation, 'labelType' | 'labels' | 'countsByConfidence' | 'unknownLabels'> {
  readonly parts: readonly PartFindings[]
}

export type FromThread =
  | { readonly type: 'images'; readonly images: readonly JudgedImage[] }
  | { readonly type: 'end'; readonly findings: EvaluationFindings }
  | { readonly type: 'failed'; readonly problem: EvaluationProblem; readonly error: string }
