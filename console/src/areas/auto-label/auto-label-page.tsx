import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type AutoLabelRun, autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { formatNumber } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { ThingGate } from '#ui/page/detail-page.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { createdColumn, menuColumn } from '#ui/table/usual-columns.tsx'
import { useRunActions } from './run-actions.ts'
import { RunProgress, RunState } from './run-state.tsx'
import { statuses } from './search.ts'
import { text } from './text.ts'
import { LearningDrawer } from './learning/learning-drawer.tsx'
import { RunDrawer } from './run-drawer.tsx'

const AutoLabelForm = lazyPart(async () => (await import('./form/auto-label-form.tsx')).AutoLabelForm)

const from = '/shell/data-set/list/file/$id/auto-label'

export function AutoLabelPage() {
  const t = useText(text)
  const { id: datasetId } = useParams({ from })
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  return (
    <ThingGate
      source={dataset}
      nameOf={({ name }) => name}
      below={{ to: `/data-set/list/file/${datasetId}/auto-label`, text: t('title') }}
      back={<Link to="/data-set/list">{t('toDatasets')}</Link>}
    >
      {(loaded) => <RunList key={loaded.id} dataset={loaded} />}
    </ThingGate>
  )
}

function RunList({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const { create = false, learn = false, run, images, ...search } = useSearch({ from })
  const navigate = useNavigate({ from: '/data-set/list/file/$id/auto-label' })
  const actionsOf = useRunActions()
  const hasLabels = dataset.labels.length > 0
  const show = (runId: string | undefined) =>
    void navigate({
      search: (now) => ({ ...now, create: undefined, learn: undefined, images: undefined, run: runId }),
      replace: true,
    })
  const openLearning = () =>
    void navigate({ search: (now) => ({ ...now, run: undefined, learn: true }), replace: true })
  const open = () => void navigate({ search: (now) => ({ ...now, run: undefined, create: true }), replace: true })
  return (
    <ListPage<AutoLabelRun>
      name="auto-labels"
      title={t('titleOf', { name: dataset.name })}
      list={useList(autoLabelEndpoints.listAutoLabels, search, { params: { datasetId: dataset.id } })}
      columns={useColumns(actionsOf)}
      rowKey={({ id }) => id}
      nameOf={({ labeller }) => labeller.name}
      onRow={({ id }) => show(id)}
      searchLabel={t('search')}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t('status'),
          all: t('allStatuses'),
          options: statuses.map((one) => ({ value: one, label: t(one) })),
        },
        { kind: 'created' },
      ]}
      more={
        <Button disabled={!hasLabels} title={hasLabels ? undefined : t('noLabels')} onClick={openLearning}>
          {t('learn')}
        </Button>
      }
      {...(hasLabels ? { action: { text: t('start'), run: open } } : {})}
      empty={{ title: t('empty'), text: useEmptyText(dataset) }}
      noMatch={t('noMatch')}
    >
      {create && hasLabels && (
        <AutoLabelForm
          dataset={dataset}
          images={images}
          onClose={() => show(undefined)}
          onStarted={({ id }) => show(id)}
        />
      )}
      {learn && hasLabels && (
        <LearningDrawer dataset={dataset} onClose={() => show(undefined)} onRun={(runId) => show(runId)} />
      )}
      {run !== undefined && <RunDrawer runId={run} dataset={dataset} onClose={() => show(undefined)} />}
    </ListPage>
  )
}

function useEmptyText({ labels, fileCount, labeledCount }: Dataset): string {
  const t = useText(text)
  if (labels.length === 0) return t('noLabels')
  const isDone = fileCount > 0 && labeledCount >= fileCount
  return isDone ? `${t('allLabeled', { count: fileCount })} ${t('emptyWords')}` : t('emptyWords')
}

function useColumns(actionsOf: (run: AutoLabelRun) => RowAction[]): Column<AutoLabelRun>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'model',
      title: t('model'),
      cell: ({ id, labeller, prompt, error }) => (
        <TwoLines
          first={
            <Link from="/data-set/list/file/$id/auto-label" to="." search={(now) => ({ ...now, run: id })}>
              {labeller.name}
            </Link>
          }
          second={error === null ? prompt : localize(error, language)}
        />
      ),
    },
    { key: 'status', title: t('status'), width: 130, cell: (run) => <RunState run={run} /> },
    { key: 'images', title: t('images'), width: 220, cell: (run) => <RunProgress run={run} /> },
    {
      key: 'suggestions',
      title: t('suggestions'),
      width: 170,
      cell: ({ shapes, suggested }) => (
        <TwoLines first={formatNumber(shapes, language)} second={t('onImages', { count: suggested })} />
      ),
    },
    { key: 'startedBy', title: t('startedBy'), width: 120, wide: true, cell: ({ startedBy }) => startedBy },
    createdColumn(t('created')),
    menuColumn((run) => t('actions', { name: run.labeller.name }), actionsOf),
  ]
}
