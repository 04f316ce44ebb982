import type { Figures } from '../evaluations.ts'
import type { Curves } from '../detection/ranking.ts'

export interface ConfusionCount {
  found: number
  real: number
  count: number
}

export interface Verdict {
  right: number
  missed: number
  wrong: number
  extra: number
  badness: number
  cells: ConfusionCount[]
}

export interface LabelFindings {
  labelIndex: number
  instances: number
  images: number
  figures: Figures
  /** Null when the label type has no confidences. */
  curves: (Curves & { precisionByRecall: number[] }) | null
}

export interface Findings {
  instances: number
  figures: Figures
  bestConfidence: number | null
  labels: LabelFindings[]
}

/** Accumulates images one by one; memory does not grow with their pixels. */
export interface Evaluator<Image> {
  /** Returns null for an image that cannot be evaluated. */
  add(image: Image): Verdict | null
  findings(): Findings
}

export function verdictOf(cells: ConfusionCount[], severity: number, none: number): Verdict {
  const verdict: Verdict = { right: 0, missed: 0, wrong: 0, extra: 0, badness: severity, cells }
  for (const { found, real, count } of cells) {
    if (found === none && real === none) continue
    if (found === real) verdict.right += count
    else if (found === none) verdict.missed += count
    else if (real === none) verdict.extra += count
    else verdict.wrong += count
  }
  return verdict
}

/** Mean of a metric over labels that occur; null without any. */
export function meanOf<Name extends keyof Figures>(labels: readonly LabelFindings[], name: Name): number | null {
  const values = labels.filter(({ instances }) => instances > 0).flatMap(({ figures }) => figures[name] ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
