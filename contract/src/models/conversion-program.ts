import type { ConversionKind, conversionProblems } from './conversions.ts'

export interface ConversionOrder {
  readonly kind: ConversionKind
  readonly model: string
  readonly pictures: readonly string[]
  readonly result: string
}

export type ConversionMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'done'; readonly largestDifference: number; readonly meanDifference: number }
  | { readonly type: 'failed'; readonly problem: (typeof conversionProblems)[number]; readonly detail: string }
