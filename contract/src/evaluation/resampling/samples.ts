import type { Figures } from '../../evaluations.ts'

/** Metrics of an evaluation on a resampled set of images. */
export interface ResampledFigures {
  overall: Figures
  /** In index order. */
  labels: Figures[]
}

/** Retains each labeled image's contribution to the metrics. */
export interface Samples {
  /** Metrics with each image counted `counts[i]` times, by index among the labeled ones. All ones give the evaluation itself. */
  figuresOf(counts: ArrayLike<number>): ResampledFigures
}

/** Mean over labels that occur; null when none does or has the metric. */
export function meanOverLabels(labels: readonly Figures[], name: keyof Figures): number | null {
  const values = labels.flatMap((figures) => figures[name] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
