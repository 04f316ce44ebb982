import type { FigureName } from '@vermilion/contract/evaluations'
import type { Interval } from '@vermilion/contract/evaluation/resampling/bootstrap'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { EvaluationOrder } from '../evaluation/messages.ts'

export interface ComparedRun extends Omit<EvaluationOrder, 'exports' | 'parts'> {
  readonly taskId: string
  readonly round: number
}

export type ComparisonOrder = readonly ComparedRun[]

export interface Uncertainty {
  readonly interval: Interval | null
  readonly difference: Interval | null
}

export interface ImageContrast {
  readonly number: number
  readonly difference: number
  readonly labels: readonly number[]
  /** One per model; null when the image says nothing about it. */
  readonly verdicts: readonly (readonly [right: number, missed: number, wrong: number, extra: number] | null)[]
}

export interface ComparisonFindings {
  readonly images: number
  readonly labeled: number
  readonly draws: number
  readonly labels: readonly string[]
  readonly figures: readonly Partial<Record<FigureName, Uncertainty>>[]
  readonly classes: Readonly<Record<string, readonly Uncertainty[]>>
  readonly contrasts: readonly ImageContrast[]
}

export type FromThread =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'end'; readonly findings: ComparisonFindings }
  | { readonly type: 'failed'; readonly error: string }
