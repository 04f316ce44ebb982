import type { Figures } from '../../evaluations.ts'

export interface ResampledFigures {
  overall: Figures
  labels: Figures[]
}

export interface Samples {
  /** Metrics with each image counted `counts[i]` times, by index among the labeled ones. All ones give the evaluation itself. */
  figuresOf(counts: ArrayLike<number>): ResampledFigures
}

export function meanOverLabels(labels: readonly Figures[], name: keyof Figures): number | null {
  const values = labels.flatMap((figures) => figures[name] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
