import {
  type DataEvaluation,
  dataEvaluationEndpoints,
  type ListedDataEvaluation,
} from '@vermilion/contract/data-evaluations'
import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useScoreNames } from '#areas/files'
import { SpaceTabs } from '#areas/spaces'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import type { Column } from '#ui/table/column.ts'
import { createdColumn, menuColumn } from '#ui/table/usual-columns.tsx'
import { useEvaluationActions } from './evaluation-actions.ts'
import { EvaluationProgress, EvaluationState } from './evaluation-state.tsx'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'
import { statuses } from './search.ts'
import { text } from './text.ts'
import { CreateEvaluation } from './evaluation-form.tsx'
import { StandardsDrawer } from './standards/standards-drawer.tsx'

const from = '/shell/space/list/file/$id/evaluations'

export function EvaluationListPage() {
  const t = useText(text)
  const { id: spaceId } = useParams({ from })
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  return (
    <ThingGate
      source={space}
      nameOf={({ name }) => name}
      below={{ to: `/space/list/file/${spaceId}`, text: t('title') }}
      back={<Link to="/space/list">{t('toSpaces')}</Link>}
    >
      {(loaded) => <EvaluationList key={loaded.id} space={loaded} />}
    </ThingGate>
  )
}

function EvaluationList({ space }: { space: Space }) {
  const t = useText(text)
  const { create = false, standards = false, folder = '', ...search } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/list/file/$id/evaluations' })
  const actionsOf = useEvaluationActions()
  const showStandards = (on: boolean) =>
    void navigate({ search: (now) => ({ ...now, standards: on || undefined }), replace: true })
  usePageActions([{ key: 'standards', text: t('manageStandards'), run: () => showStandards(true) }])
  const show = ({ id }: DataEvaluation) =>
    void navigate({
      to: '/space/list/file/$id/evaluations/$evaluationId',
      params: { id: space.id, evaluationId: id },
    })
  return (
    <ListPage<ListedDataEvaluation>
      name="data-evaluations"
      title={t('titleOf', { name: space.name })}
      list={useList(dataEvaluationEndpoints.listDataEvaluations, search, { params: { spaceId: space.id } })}
      columns={useColumns(actionsOf)}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={show}
      searchLabel={t('search')}
      failure={t('listFailed')}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t('status'),
          all: t('allStatuses'),
          options: statuses.map((status) => ({ value: status, label: t(status) })),
        },
        { kind: 'created' },
      ]}
      more={<Button onClick={() => showStandards(true)}>{t('manageStandards')}</Button>}
      tabs={<SpaceTabs spaceId={space.id} active="evaluations" />}
      action={{
        text: t('evaluate'),
        run: () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true }),
      }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {create && (
        <CreateEvaluation
          spaceId={space.id}
          folder={folder}
          onClose={() => void navigate({ search, replace: true })}
          onCreated={(evaluation) => {
            void navigate({ search, replace: true })
            show(evaluation)
          }}
        />
      )}
      {standards && <StandardsDrawer onClose={() => showStandards(false)} />}
    </ListPage>
  )
}

function useColumns(actionsOf: (evaluation: DataEvaluation) => RowAction[]): Column<ListedDataEvaluation>[] {
  const t = useText(text)
  const names = useScoreNames()
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: ({ id, spaceId, name, error, covers }) => (
        <CoverName
          covers={covers}
          first={
            <Link to="/space/list/file/$id/evaluations/$evaluationId" params={{ id: spaceId, evaluationId: id }}>
              {name}
            </Link>
          }
          second={error ?? ''}
        />
      ),
    },
    {
      key: 'score',
      title: t('meanScore'),
      width: 110,
      numeric: true,
      cell: ({ meanScore }) => <ScoreOfHundred score={meanScore} />,
    },
    {
      key: 'status',
      title: t('status'),
      sort: 'status',
      width: 130,
      cell: ({ status }) => <EvaluationState status={status} />,
    },
    {
      key: 'images',
      title: t('images'),
      width: 170,
      cell: (evaluation) => <EvaluationProgress evaluation={evaluation} />,
    },
    {
      key: 'models',
      title: t('models'),
      width: 220,
      wide: true,
      cell: ({ models }) => models.map(({ id, name }) => names.modelName(id, name)).join(', '),
    },
    {
      key: 'standard',
      title: t('standard'),
      width: 160,
      wide: true,
      cell: ({ standard }) => (standard === null ? unknownValue : t('standardVersion', standard)),
    },
    { key: 'startedBy', title: t('startedBy'), width: 120, wide: true, cell: ({ startedBy }) => startedBy },
    createdColumn(t('created')),
    menuColumn((evaluation) => t('actions', { name: evaluation.name }), actionsOf),
  ]
}
