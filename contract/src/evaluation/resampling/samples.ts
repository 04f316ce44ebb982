import type { Figures } from '../../evaluations.ts'

/** Metrics of an evaluation on a resampled set of images. */
export interface ResampledFigures {
  overall: Figures
  /** In index order. */
  labels: Figures[]
}

/** Keeps of each labeled image what its part in the figures is. */
export interface Samples {
  /**
   * The figures where each image counts so many times, by its place among the labeled ones. Where each counts once they are
   * those of the evaluation.
   */
  figuresOf(counts: ArrayLike<number>): ResampledFigures
}

/** The mean over the labels that occur; null where none does, or where none has the figure. */
export function meanOverLabels(labels: readonly Figures[], name: keyof Figures): number | null {
  const values = labels.flatMap((figures) => figures[name] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
