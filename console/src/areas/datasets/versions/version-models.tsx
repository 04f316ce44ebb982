import { lineageEndpoints, type TrainedModel } from '@vermilion/contract/models/lineage'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { text } from './text.ts'
import styles from './versions.module.css'

/** Models of a version that are named one by one. */
const mostNamed = 3

export function useTrainedModels(datasetId: string): readonly TrainedModel[] {
  return useQuery(read(lineageEndpoints.datasetModels, { params: { datasetId } })).data ?? []
}

/** The models that were trained on one version, each with its figure on the validation images. */
export function VersionModels({ models }: { models: readonly TrainedModel[] }) {
  const t = useText(text)
  if (models.length === 0) return unknownValue
  return (
    <span className={styles['models']}>
      {models.slice(0, mostNamed).map((model) => (
        <ModelLink key={model.modelId} model={model} />
      ))}
      {models.length > mostNamed && <small>{t('moreModels', { count: models.length - mostNamed })}</small>}
    </span>
  )
}

function ModelLink({ model: { modelId, name, version, value } }: { model: TrainedModel }) {
  const t = useText(text)
  return (
    <span>
      <Link to="/model/list/model/$id" params={{ id: modelId }}>
        {version > 1 ? `${name} v${version}` : name}
      </Link>
      {value !== null && <small title={t('onValidation')}> {formatMeasure(value)}</small>}
    </span>
  )
}

/** Models that were trained on what no version holds. */
export function OtherModels({ models }: { models: readonly TrainedModel[] }) {
  const t = useText(text)
  if (models.length === 0) return null
  return (
    <section className={styles['others']} aria-label={t('otherModels')}>
      <h2>{t('otherModels')}</h2>
      <span className={styles['models']}>
        {models.map((model) => (
          <ModelLink key={model.modelId} model={model} />
        ))}
      </span>
    </section>
  )
}
