import type { FigureName } from '@vermilion/contract/evaluations'
import type { Interval } from '@vermilion/contract/evaluation/resampling/bootstrap'
import type { Progress } from '@vermilion/contract/kernel/fields'

/** What is read of one model. */
export interface ComparedRun {
  readonly taskId: string
  /** The round of its evaluation. */
  readonly round: number
  readonly predictions: string
  readonly images: string
  readonly model: string
  /** As it was evaluated. */
  readonly confidence: number
  readonly overlap: number
}

/** Models in their order: the first is what the others are compared with. */
export type ComparisonOrder = readonly ComparedRun[]

/** Where a figure lies, and where its difference from the first model's does. */
export interface Uncertainty {
  readonly interval: Interval | null
  readonly difference: Interval | null
}

export interface ImageContrast {
  readonly number: number
  readonly difference: number
  /** Labels that are true in it or that were found, by their places in `labels`. */
  readonly labels: readonly number[]
  /** One a model: right, missed, wrong, extra; null where the image says nothing about it. */
  readonly verdicts: readonly (readonly [right: number, missed: number, wrong: number, extra: number] | null)[]
}

export interface ComparisonFindings {
  readonly images: number
  readonly labeled: number
  readonly draws: number
  /** Names of all labels that any model knows, or that are true somewhere. */
  readonly labels: readonly string[]
  /** One a model. */
  readonly figures: readonly Partial<Record<FigureName, Uncertainty>>[]
  /** By the name of the label, one a model: of its main figure. */
  readonly classes: Readonly<Record<string, readonly Uncertainty[]>>
  /** Those that differ most first. */
  readonly contrasts: readonly ImageContrast[]
}

export type FromThread =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'end'; readonly findings: ComparisonFindings }
  | { readonly type: 'failed'; readonly error: string }
