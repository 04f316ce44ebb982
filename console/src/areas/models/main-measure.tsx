import type { InferenceModel } from '@vermilion/contract/models'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { measureText } from './measure-text.ts'
import { shownMeasures } from './measures.ts'

/** The measure that counts for a model, named where it is not the one of detectors, which the column is called by. */
export function MainMeasure({ model }: { model: InferenceModel }) {
  const named = useText(measureText)
  const key = shownMeasures(model)[0] ?? 'mAP50'
  const value = formatMeasure(model.metrics[key])
  return key === 'mAP50' ? value : <TwoLines first={value} second={named(key)} />
}
