import type { InferenceModel } from '@vermilion/contract/models'
import { measuresOf, type ModelMetrics } from '@vermilion/contract/predictions'

export function shownMeasures({
  labelType,
  metrics,
}: Pick<InferenceModel, 'labelType' | 'metrics'>): (keyof ModelMetrics)[] {
  const all: readonly (keyof ModelMetrics)[] = measuresOf[labelType]
  const measured = all.filter((key) => metrics[key] !== null)
  return measured.length === 0 ? [...all] : measured
}
