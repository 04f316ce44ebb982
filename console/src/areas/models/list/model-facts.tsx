import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { formatMeasure } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Ago } from '#ui/moment.tsx'
import { useMainMeasure } from './main-measure.tsx'
import { listText } from './text.ts'

export function ModelFacts({ modelId }: { modelId: string }) {
  const t = useText(listText)
  const measure = useMainMeasure()
  const { data: model } = useQuery(read(modelEndpoints.getModel, { params: { modelId } }))
  if (model === undefined || !isInferenceModel(model)) return null
  const { name, value, on } = measure(model)
  const measured = value === null ? [t('notMeasured')] : [`${name} ${formatMeasure(value)}`, on]
  return (
    <>
      {[...measured, `v${model.version}`].join(' · ')} · {t('made')} <Ago time={model.createdAt} />
    </>
  )
}
