import type { EvaluationProblem, Figures } from '@vermilion/contract/evaluations'
import type { Curves } from '@vermilion/contract/detection/ranking'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { Verdict } from '@vermilion/contract/evaluation/evaluator'

/** What the thread is to read, and where it leaves the files that are offered for download. */
export interface EvaluationOrder {
  readonly predictions: string
  readonly images: string
  readonly model: string
  readonly exports: string
  readonly confidence: number
  readonly overlap: number
}

export interface JudgedImage {
  readonly number: number
  readonly path: string
  /** Null where it says nothing about the model. */
  readonly verdict: Verdict | null
}

export interface EvaluationFindings {
  readonly labelType: LabelType
  readonly labels: readonly string[]
  readonly countsByConfidence: boolean
  readonly images: number
  readonly measured: number
  readonly instances: number
  readonly bestConfidence: number | null
  readonly figures: Figures
  readonly classes: readonly { labelIndex: number; instances: number; images: number; figures: Figures }[]
  /** Of the labels that occur most, most first. */
  readonly curves: readonly (Curves & { labelIndex: number; precisionByRecall: number[] })[]
  /** Their means over all labels that occur. */
  readonly overall: (Curves & { precisionByRecall: number[]; f1: number[] }) | null
  readonly unknownLabels: readonly string[]
}

export type FromThread =
  | { readonly type: 'images'; readonly images: readonly JudgedImage[] }
  | { readonly type: 'end'; readonly findings: EvaluationFindings }
  | { readonly type: 'failed'; readonly problem: EvaluationProblem; readonly error: string }
