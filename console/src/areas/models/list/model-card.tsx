import { isInferenceModel, isLora, isStored, type Model } from '@vermilion/contract/models'
import { Link } from '@tanstack/react-router'
import { formatMeasure, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { CardTime } from '#ui/cover/card-time.tsx'
import { CoverCard } from '#ui/cover/cover-card.tsx'
import { RowMenu, type RowAction } from '#ui/menu/row-menu.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { ModelStageMark } from '../edit/model-stage.tsx'
import { loraText } from '../lora/text.ts'
import { text } from '../text.ts'
import { ContentChips } from './content-chips.tsx'
import { faceOf } from './face.tsx'
import { useMainMeasure } from './main-measure.tsx'
import { listText } from './text.ts'

export function ModelCard({ model, actions }: { model: Model; actions: readonly RowAction[] }) {
  const t = useText(text)
  const { id, name, version, creator, createdAt, datasetName } = model
  return (
    <CoverCard
      name={name}
      {...faceOf(model)}
      title={
        <Link className="text-inherit" to="/model/list/model/$id" params={{ id }}>
          {visibleName(version > 1 ? `${name} v${version}` : name)}
        </Link>
      }
      menu={<RowMenu label={t('actions', { name })} actions={actions} />}
      status={
        <>
          <ModelStageMark stage={model.stage} />
          <span>{isInferenceModel(model) ? t(model.labelType) : t(model.type)}</span>
        </>
      }
      foot={
        <>
          {creator === null ? <span /> : <Person username={creator} size={20} />}
          <CardTime createdAt={createdAt} />
        </>
      }
    >
      <CardFigure model={model} />
      <ContentChips model={model} max={4} />
      <p className="ellipsis note" title={datasetName}>
        {datasetName === '' ? t('elsewhere') : `${t('dataset')} · ${datasetName}`}
      </p>
    </CoverCard>
  )
}

function CardFigure({ model }: { model: Model }) {
  const t = useText(listText)
  const lora = useText(loraText)
  const measure = useMainMeasure()
  if (isStored(model))
    return <FigureLine main={`.${model.format}`} words={`${model.framework} · ${formatSize(model.size)}`} />
  if (isLora(model)) {
    const { rank, family } = model.lora
    const steps = model.samples[0]?.step
    const words = [
      ...(rank === null ? [] : [t('rank', { rank })]),
      ...(steps === undefined ? [] : [t('step', { count: steps })]),
      formatSize(model.size),
    ]
    return <FigureLine main={lora(`family-${family}`)} words={words.join(' · ')} />
  }
  const { name, value, on } = measure(model)
  if (value === null) return <FigureLine main={t('notMeasured')} words="" />
  return <FigureLine main={formatMeasure(value)} words={`${name} · ${on}`} />
}

function FigureLine({ main, words }: { main: string; words: string }) {
  return (
    <span className="note flex wrap align-baseline tabular" style={{ gap: '2px 8px' }}>
      <b className="title text-ink">{main}</b>
      <span>{words}</span>
    </span>
  )
}
