import { lineageEndpoints, type TrainedModel } from '@vermilion/contract/models/lineage'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { measureText } from '#ui/measure/measure-text.ts'
import { ModelLink } from '#ui/page/thing-links.tsx'
import { text } from './text.ts'

const maxNamed = 2

export function useTrainedModels(datasetId: string): readonly TrainedModel[] {
  return useQuery(read(lineageEndpoints.datasetModels, { params: { datasetId } })).data ?? []
}

const nameOf = ({ name, version }: TrainedModel) => (version > 1 ? `${name} v${version}` : name)

function useFigureText() {
  const t = useText(text)
  const named = useText(measureText)
  return (figure: NonNullable<TrainedModel['figure']>) => `${named(figure)} · ${t('onValidation')}`
}

export function VersionModels({ models }: { models: readonly TrainedModel[] }) {
  const t = useText(text)
  const figureWords = useFigureText()
  if (models.length === 0) return unknownValue
  return (
    <span className="row gap-2-14" style={{ minWidth: 0 }}>
      {models.slice(0, maxNamed).map((model) => (
        <TwoLines
          key={model.modelId}
          first={<ModelLink id={model.modelId}>{nameOf(model)}</ModelLink>}
          second={
            model.figure === null ? t('notMeasured') : `${formatMeasure(model.value)} ${figureWords(model.figure)}`
          }
        />
      ))}
      {models.length > maxNamed && (
        <small className="text-tertiary tabular">{t('moreModels', { count: models.length - maxNamed })}</small>
      )}
    </span>
  )
}

/** Models trained on data outside any version. */
export function OtherModels({ models }: { models: readonly TrainedModel[] }) {
  const t = useText(text)
  const navigate = useNavigate()
  const columns = useOtherColumns()
  if (models.length === 0) return null
  return (
    <section className="margin-top-24" aria-label={t('otherModels')}>
      <h2 className="heading margin-bottom-8">{t('otherModels')}</h2>
      <DataTable<TrainedModel>
        label={t('otherModels')}
        rows={models}
        rowKey={({ modelId }) => modelId}
        onRow={({ modelId }) => void navigate({ to: '/model/list/model/$id', params: { id: modelId } })}
        empty={null}
        columns={columns}
      />
    </section>
  )
}

function useOtherColumns(): Column<TrainedModel>[] {
  const t = useText(text)
  const figureWords = useFigureText()
  return [
    {
      key: 'name',
      title: t('model'),
      width: '45%',
      cell: (model) => <ModelLink id={model.modelId}>{nameOf(model)}</ModelLink>,
    },
    {
      key: 'figure',
      title: t('figure'),
      cell: ({ figure, value }) =>
        figure === null ? t('notMeasured') : <TwoLines first={formatMeasure(value)} second={figureWords(figure)} />,
    },
    { key: 'created', title: t('created'), width: 150, cell: ({ createdAt }) => <Ago time={createdAt} /> },
  ]
}
