import { lazyPart } from '#lib/loading/lazy-part.tsx'
import {
  type InferenceModel,
  type LoraModel,
  type Model,
  modelEndpoints,
  isInferenceModel,
  isLora,
  isStored,
} from '@vermilion/contract/models'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import type { ListFilter } from '#ui/list/list-filter.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { useCompareAction } from '../compare/compare-action.ts'
import { useModelDeletion, askToDelete } from '../delete-model.ts'
import { editText } from '../edit/text.ts'
import { modelStages, modelTypes } from '../search.ts'
import { text } from '../text.ts'
import { useModelColumns } from './columns.tsx'
import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import { downloadModel } from '../download-model.ts'
import { loraText } from '../lora/text.ts'
import { GenerateWith } from '../lora/generate-with.tsx'
import { formatMeasure, formatSize } from '#lib/format.ts'
import { visibleName } from '#lib/visible-name.ts'
import { CardTime } from '#ui/cover/card-time.tsx'
import { CoverCard } from '#ui/cover/cover-card.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { ModelLink } from '#ui/page/thing-links.tsx'
import { ModelStageMark } from '../edit/model-stage.tsx'
import { ContentChips } from './content-chips.tsx'
import { faceOf } from './face.tsx'
import { useMainMeasure } from './main-measure.tsx'
import { listText } from './text.ts'

const AddModel = lazyPart(async () => (await import('../add/add-model.tsx')).AddModel)
const CreateBoardInference = lazyPart(async () => (await import('../board/board-form.tsx')).CreateBoardInference)
const CreateInference = lazyPart(async () => (await import('../inference/inference-form.tsx')).CreateInference)

const minimumOptions = ['0.5', '0.7', '0.8', '0.9', '0.95']

interface ModelListPageProps {
  Deploy: ComponentType<{ model: InferenceModel; onClose: () => void }>
}

export function ModelListPage({ Deploy }: ModelListPageProps) {
  const t = useText(text)
  const {
    model,
    run = false,
    board = false,
    add = false,
    task,
    file,
    layout: _layout,
    ...search
  } = useSearch({ from: '/shell/model/list' })
  const navigate = useNavigate({ from: '/model/list' })
  const show = (id: string) => void navigate({ to: '/model/list/model/$id', params: { id } })
  const open = (id: string) => void navigate({ search: (now) => ({ ...now, model: id, run: true }) })
  const close = () => void navigate({ search, replace: true })
  const toTask = ({ id }: { id: string }) => {
    close()
    void navigate({ to: '/compute/taskdetail/$id', params: { id } })
  }
  const [deployed, setDeployed] = useState<InferenceModel | null>(null)
  const [painting, setPainting] = useState<LoraModel | null>(null)
  const [startsWithForm] = useState(add || run || board)
  const isBehindForm = startsWithForm && (add || run || board)
  const actionsOf = useModelMenu({ onRun: open, onDeploy: setDeployed, onGenerate: setPainting })
  const compare = useCompareAction(
    t('compare'),
    (models) => void navigate({ to: '/model/compare', search: { models } }),
  )
  const train = () => void navigate({ to: '/compute/tasks', search: { create: true } })
  return (
    <ListPage<Model>
      name="models"
      title={t('title')}
      list={useList(modelEndpoints.listModels, search)}
      columns={useModelColumns(actionsOf, isBehindForm)}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => show(id)}
      usualView={search.type === 'lora-model' ? 'cards' : 'table'}
      {...(!isBehindForm && { renderCard: (one) => <ModelCard model={one} actions={actionsOf(one)} /> })}
      searchLabel={t('search')}
      filters={useFilters()}
      action={{ text: t('add'), run: () => void navigate({ search: (now) => ({ ...now, add: true }) }) }}
      empty={{ title: t('empty'), text: t('emptyWords'), action: { text: t('goTrain'), run: train } }}
      noMatch={t('noMatch')}
      bulk={[compare, useModelDeletion()]}
    >
      {add && (
        <AddModel
          output={task === undefined || file === undefined ? undefined : { taskId: task, path: file }}
          onClose={close}
          onAdded={({ id }) => {
            close()
            show(id)
          }}
        />
      )}
      {painting !== null && <GenerateWith model={painting} onClose={() => setPainting(null)} />}
      {deployed !== null && <Deploy model={deployed} onClose={() => setDeployed(null)} />}
      {board && <CreateBoardInference modelId={model} onClose={close} onCreated={toTask} />}
      {model !== undefined && run && <CreateInference modelId={model} onClose={close} onCreated={toTask} />}
    </ListPage>
  )
}

function useFilters(): ListFilter[] {
  const t = useText(text)
  const edit = useText(editText)
  return [
    {
      kind: 'choice',
      key: 'type',
      label: t('type'),
      all: t('allTypes'),
      options: modelTypes.map((type) => ({ value: type, label: t(type) })),
    },
    {
      kind: 'choice',
      key: 'stage',
      label: edit('stage'),
      all: edit('allStages'),
      options: modelStages.map((stage) => ({ value: stage, label: edit(stage) })),
    },
    {
      kind: 'choice',
      key: 'least',
      label: t('least'),
      all: t('anyFigure'),
      options: minimumOptions.map((value) => ({ value, label: t('from', { value }) })),
    },
    { kind: 'tags' },
    { kind: 'created' },
  ]
}

interface ModelHandlers {
  onRun: (id: string) => void
  onDeploy: (model: InferenceModel) => void
  onGenerate: (model: LoraModel) => void
}

function useModelMenu({ onRun, onDeploy, onGenerate }: ModelHandlers): (model: Model) => RowAction[] {
  const t = useText(text)
  const lora = useText(loraText)
  return (model) => [
    ...(isInferenceModel(model)
      ? [
          { key: 'run', text: t('run'), run: () => onRun(model.id) },
          { key: 'deploy', text: t('deploy'), run: () => onDeploy(model) },
        ]
      : []),
    ...(isLora(model) ? [{ key: 'generate', text: lora('generate'), run: () => onGenerate(model) }] : []),
    { key: 'download', text: t('download'), run: () => void downloadModel(model, t('downloadFailed')) },
    { key: 'delete', text: t('delete'), danger: true, run: () => askToDelete(model, t) },
  ]
}

function ModelCard({ model, actions }: { model: Model; actions: readonly RowAction[] }) {
  const t = useText(text)
  const { id, name, version, creator, createdAt, datasetName } = model
  return (
    <CoverCard
      name={name}
      {...faceOf(model)}
      title={
        <ModelLink id={id} className="text-inherit">
          {visibleName(version > 1 ? `${name} v${version}` : name)}
        </ModelLink>
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
    return <FigureLine main={`.${model.format}`} text={`${model.framework} · ${formatSize(model.size)}`} />
  if (isLora(model)) {
    const { rank, family } = model.lora
    const steps = model.samples[0]?.step
    const message = [
      ...(rank === null ? [] : [t('rank', { rank })]),
      ...(steps === undefined ? [] : [t('step', { count: steps })]),
      formatSize(model.size),
    ]
    return <FigureLine main={lora(`family-${family}`)} text={message.join(' · ')} />
  }
  const { name, value, on } = measure(model)
  if (value === null) return <FigureLine main={t('notMeasured')} text="" />
  return <FigureLine main={formatMeasure(value)} text={`${name} · ${on}`} />
}

function FigureLine({ main, text }: { main: string; text: string }) {
  return (
    <span className="note flex wrap align-baseline tabular" style={{ gap: '2px 8px' }}>
      <b className="title text-ink">{main}</b>
      <span>{text}</span>
    </span>
  )
}
