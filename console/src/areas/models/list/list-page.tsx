import { lazyPart } from '#lib/loading/lazy-part.tsx'
import {
  type InferenceModel,
  type LoraModel,
  type Model,
  modelEndpoints,
  isInferenceModel,
  isLora,
} from '@vermilion/contract/models'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
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
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { downloadModel } from '../download-model.ts'
import { loraText } from '../lora/text.ts'
import { GenerateWith } from '../lora/generate-with.tsx'
import { ModelCard } from './model-card.tsx'

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
      action={{ words: t('add'), run: () => void navigate({ search: (now) => ({ ...now, add: true }) }) }}
      empty={{ title: t('empty'), words: t('emptyWords'), action: { words: t('goTrain'), run: train } }}
      noMatch={t('noMatch')}
      bulk={[compare, useModelDeletion()]}
    >
      {/* Addresses of one model, as they were once. */}
      {model !== undefined && !run && !board && <Navigate to="/model/list/model/$id" params={{ id: model }} replace />}
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
          { key: 'run', words: t('run'), run: () => onRun(model.id) },
          { key: 'deploy', words: t('deploy'), run: () => onDeploy(model) },
        ]
      : []),
    ...(isLora(model) ? [{ key: 'generate', words: lora('generate'), run: () => onGenerate(model) }] : []),
    { key: 'download', words: t('download'), run: () => void downloadModel(model, t('downloadFailed')) },
    { key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(model, t) },
  ]
}
