import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import {
  type InferenceModel,
  isInferenceModel,
  isLora,
  isStored,
  type Model,
  modelEndpoints,
} from '@vermilion/contract/models'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type ComponentType, useState } from 'react'
import { formatMeasure, formatSize, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import type { ListFilter } from '#ui/list/list-filter.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { Ago } from '#ui/moment.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { useCompareAction } from './compare/compare-action.ts'
import { downloadModel, downloadOnPress } from './download-model.ts'
import { contentOf } from './model-content.ts'
import { askToDelete, useModelDeletion } from './delete-model.ts'
import { loraText } from './lora/text.ts'
import { MainMeasure } from './main-measure.tsx'
import styles from './models.module.css'
import { ModelStageMark } from './edit/model-stage.tsx'
import { editText } from './edit/text.ts'
import { modelStages, modelTypes } from './search.ts'
import { text } from './text.ts'

const CreateInference = lazyPart(async () => (await import('./inference/inference-form.tsx')).CreateInference)
const CreateBoardInference = lazyPart(async () => (await import('./board/board-form.tsx')).CreateBoardInference)
const AddModel = lazyPart(async () => (await import('./add/add-model.tsx')).AddModel)

/** Main figures that lists are narrowed by. */
const leastFigures = ['0.5', '0.7', '0.8', '0.9', '0.95']

interface ModelListPageProps {
  /** The form that places a model on devices: of a later area. */
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
    ...search
  } = useSearch({ from: '/shell/model/list' })
  const navigate = useNavigate({ from: '/model/list' })
  const show = (id: string) => void navigate({ to: '/model/list/model/$id', params: { id } })
  const open = (id: string) => void navigate({ search: (now) => ({ ...now, model: id, run: true }) })
  const close = () => void navigate({ search, replace: true })
  // Who comes back finds the list.
  const toTask = ({ id }: { id: string }) => {
    close()
    void navigate({ to: '/compute/taskdetail/$id', params: { id } })
  }
  const [deployed, setDeployed] = useState<InferenceModel | null>(null)
  const compare = useCompareAction(
    t('compare'),
    (models) => void navigate({ to: '/model/compare', search: { models } }),
  )
  const train = () => void navigate({ to: '/compute/tasks', search: { create: true } })
  return (
    <ListPage
      name="models"
      title={t('title')}
      list={useList(modelEndpoints.listModels, search)}
      columns={useColumns({ onRun: open, onDeploy: setDeployed })}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => show(id)}
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
      options: leastFigures.map((value) => ({ value, label: t('from', { value }) })),
    },
    { kind: 'tags' },
    { kind: 'created' },
  ]
}

interface ModelHandlers {
  onRun: (id: string) => void
  onDeploy: (model: InferenceModel) => void
}

function useColumns(handlers: ModelHandlers): Column<Model>[] {
  const t = useText(text)
  const lora = useText(loraText)
  const edit = useText(editText)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (model) => (
        <TwoLines
          first={
            <>
              <Link to="/model/list/model/$id" params={{ id: model.id }}>
                {model.name}
              </Link>
              {model.version > 1 && <small>{` v${model.version}`}</small>}
            </>
          }
          second={isStored(model) ? '' : (isLora(model) ? model.lora.triggerWords : model.labels).join(', ')}
        />
      ),
    },
    {
      key: 'type',
      title: t('type'),
      width: 200,
      wide: true,
      cell: (model) => (
        <TwoLines
          first={t(model.type)}
          second={
            isLora(model)
              ? lora(`family-${model.lora.family}`)
              : isStored(model)
                ? `.${model.format} · ${model.framework}`
                : t(model.labelType)
          }
        />
      ),
    },
    { key: 'stage', title: edit('stage'), width: 110, wide: true, cell: (model) => <ModelStageMark {...model} /> },
    {
      key: 'size',
      title: t('size'),
      sort: '-size',
      width: 100,
      numeric: true,
      wide: true,
      cell: ({ size }) => formatSize(size),
    },
    ...measureColumns(t),
    {
      key: 'dataset',
      title: t('dataset'),
      wide: true,
      cell: (model) => <ModelDataset model={model} />,
    },
    {
      key: 'created',
      title: t('created'),
      sort: '-createdAt',
      width: 130,
      wide: true,
      cell: ({ createdAt }) => <Ago time={createdAt} />,
    },
    {
      key: 'menu',
      title: '',
      width: 190,
      numeric: true,
      cell: (model) => <ModelActions model={model} {...handlers} />,
    },
  ]
}

const measureColumns = (t: Translate<typeof text.en>): Column<Model>[] => [
  {
    key: 'mAP50',
    title: t('mAP50'),
    sort: '-mAP50',
    width: 90,
    numeric: true,
    cell: (model) => (isInferenceModel(model) ? <MainMeasure model={model} /> : unknownValue),
  },
  {
    key: 'mAP50to95',
    title: t('mAP50to95'),
    sort: '-mAP50to95',
    width: 110,
    numeric: true,
    wide: true,
    cell: (model) => (isInferenceModel(model) ? formatMeasure(model.metrics.mAP50to95) : unknownValue),
  },
]

function ModelDataset({ model }: { model: Model }) {
  const { datasetId, datasetName, datasetFormat, datasetType } = model
  const t = useText(text)
  if (datasetName === '') return t('elsewhere')
  return (
    <TwoLines
      first={
        datasetId === null ? (
          datasetName
        ) : (
          <Link to="/data-set/list/file/$id" params={{ id: datasetId }}>
            {datasetName}
          </Link>
        )
      }
      second={!isInferenceModel(model) ? '' : `${datasetFormat.toUpperCase()} · ${t(datasetType)}`}
    />
  )
}

function ModelActions({ model, onRun, onDeploy }: ModelHandlers & { model: Model }) {
  const t = useText(text)
  return (
    <span className={styles['rowActions']}>
      {isInferenceModel(model) && (
        <Button size="small" className={styles['run'] ?? ''} onClick={() => onRun(model.id)}>
          {t('run')}
        </Button>
      )}
      <Button
        size="small"
        type="text"
        className={styles['run'] ?? ''}
        icon={<DownloadOutlined aria-hidden />}
        href={contentOf(model)}
        download
        onClick={downloadOnPress(model, t('downloadFailed'))}
        aria-label={`${t('download')} ${model.name}`}
      />
      <RowMenu
        label={t('actions', { name: model.name })}
        actions={[
          ...(isInferenceModel(model)
            ? [
                { key: 'run', words: t('run'), run: () => onRun(model.id) },
                { key: 'deploy', words: t('deploy'), run: () => onDeploy(model) },
              ]
            : []),
          { key: 'download', words: t('download'), run: () => void downloadModel(model, t('downloadFailed')) },
          { key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(model, t) },
        ]}
      />
    </span>
  )
}
