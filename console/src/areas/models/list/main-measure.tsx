import type { InferenceModel } from '@vermilion/contract/models'
import type { ReactNode } from 'react'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { measureText } from '#ui/measure/measure-text.ts'
import { shownMeasures } from '../measures.ts'
import { listText } from './text.ts'

/** Tells the measure that counts first for a model, its name, and what it was measured on. */
export function useMainMeasure() {
  const t = useText(listText)
  const named = useText(measureText)
  return (model: InferenceModel) => {
    const key = shownMeasures(model)[0] ?? 'mAP50'
    // A training measures on images that it keeps apart; what a file from elsewhere says of itself nobody can know.
    const on = t(model.datasetName === '' ? 'byFile' : 'onValidation')
    return { name: named(key), value: model.metrics[key], on }
  }
}

interface MainMeasureProps {
  model: InferenceModel
  /** Stands where there is none. */
  unmeasured?: ReactNode
}

/** The measure that counts first for a model, with its name and what it is on. */
export function MainMeasure({ model, unmeasured = unknownValue }: MainMeasureProps) {
  const { name, value, on } = useMainMeasure()(model)
  if (value === null) return unmeasured
  return <TwoLines first={formatMeasure(value)} second={`${name} · ${on}`} />
}
