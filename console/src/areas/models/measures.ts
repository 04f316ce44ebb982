import type { InferenceModel } from '@vermilion/contract/models'
import { measuresOf, type ModelMetrics } from '@vermilion/contract/predictions'

/** The measures that a model is shown with: those of its label type that say something, the one that counts first. */
export function shownMeasures({
  labelType,
  metrics,
}: Pick<InferenceModel, 'labelType' | 'metrics'>): (keyof ModelMetrics)[] {
  const all: readonly (keyof ModelMetrics)[] = measuresOf[labelType]
  const measured = all.filter((key) => metrics[key] !== null)
  return measured.length === 0 ? [...all] : measured
}
