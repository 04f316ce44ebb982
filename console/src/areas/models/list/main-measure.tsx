import type { InferenceModel } from '@vermilion/contract/models'
import type { ReactNode } from 'react'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { measureText } from '#ui/measure/measure-text.ts'
import { shownMeasures } from '../measures.ts'
import { listText } from './text.ts'

export function useMainMeasure() {
  const t = useText(listText)
  const named = useText(measureText)
  return (model: InferenceModel) => {
    const key = shownMeasures(model)[0] ?? 'mAP50'
    // A training measures on validation images; the data behind a file's own figures is unknown.
    const on = t(model.datasetName === '' ? 'byFile' : 'onValidation')
    return { name: named(key), value: model.metrics[key], on }
  }
}

interface MainMeasureProps {
  model: InferenceModel
  unmeasured?: ReactNode
}

export function MainMeasure({ model, unmeasured = unknownValue }: MainMeasureProps) {
  const { name, value, on } = useMainMeasure()(model)
  if (value === null) return unmeasured
  return <TwoLines first={formatMeasure(value)} second={`${name} · ${on}`} />
}
