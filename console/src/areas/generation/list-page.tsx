import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type Generation, generationEndpoints, type ListedGeneration } from '@vermilion/contract/generations'
import { isInPlace, type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useWorkflowName } from '#areas/files'
import { SpaceTabs } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { ThingGate } from '#ui/page/detail-page.tsx'
import type { Column } from '#ui/table/column.ts'
import { createdColumn, menuColumn } from '#ui/table/usual-columns.tsx'
import { useGenerationActions } from './actions/generation-actions.tsx'
import { GenerationDuration, GenerationProgress, GenerationState } from './generation-status.tsx'
import { statuses } from './search.ts'
import { text } from './text.ts'
import { useBusy } from './use-busy.ts'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'

const CreateGeneration = lazyPart(async () => (await import('./form/generation-form.tsx')).CreateGeneration)

const from = '/shell/space/list/file/$id/generations'

export function GenerationListPage() {
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
      {(loaded) => <GenerationList key={loaded.id} space={loaded} />}
    </ThingGate>
  )
}

function GenerationList({ space }: { space: Space }) {
  const t = useText(text)
  const { create = false, like, draft, workflow, lora, ...search } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/list/file/$id/generations' })
  const { actionsOf, dialogs } = useGenerationActions(space.name)
  const busy = useBusy(space.id)
  const show = ({ id }: Generation) =>
    void navigate({
      to: '/space/list/file/$id/generations/$generationId',
      params: { id: space.id, generationId: id },
    })
  const open = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  const close = () => void navigate({ search, replace: true })
  const inPlace = isInPlace(space)
  const message = busy === null ? t('generate') : t('busy', { status: t(busy.status), count: busy.count })
  return (
    <ListPage<ListedGeneration>
      name="generations"
      title={t('titleOf', { name: space.name })}
      list={useList(generationEndpoints.listGenerations, search, { params: { spaceId: space.id } })}
      columns={useColumns(actionsOf, create)}
      rowKey={({ id }) => id}
      nameOf={({ config }) => config.name}
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
      tabs={<SpaceTabs spaceId={space.id} active="generations" />}
      {...(inPlace ? {} : { action: { text: message, run: open } })}
      empty={inPlace ? { title: t('inPlace'), text: t('inPlaceWords') } : { title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {create && !inPlace && (
        <CreateGeneration
          key={like ?? draft ?? lora ?? ''}
          space={space}
          like={like}
          draft={draft}
          workflow={workflow}
          lora={lora}
          onClose={close}
          onCreated={(created) => {
            close()
            show(created)
          }}
        />
      )}
      {dialogs}
    </ListPage>
  )
}

/** Scores load only when no form covers the list. */
function useColumns(
  actionsOf: (generation: Generation) => RowAction[],
  isCovered: boolean,
): Column<ListedGeneration>[] {
  const t = useText(text)
  const workflowNameOf = useWorkflowName()
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ id, spaceId, config, error, covers }) => (
        <CoverName
          covers={covers}
          first={
            <Link to="/space/list/file/$id/generations/$generationId" params={{ id: spaceId, generationId: id }}>
              {config.name}
            </Link>
          }
          second={error ?? ''}
        />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      sort: 'status',
      width: 130,
      cell: ({ status }) => <GenerationState status={status} />,
    },
    {
      key: 'images',
      title: t('images'),
      sort: '-made',
      width: 170,
      cell: (generation) => <GenerationProgress generation={generation} />,
    },
    {
      key: 'score',
      title: t('meanScore'),
      width: 110,
      numeric: true,
      cell: ({ meanScore }) => !isCovered && <ScoreOfHundred score={meanScore} />,
    },
    {
      key: 'workflow',
      title: t('workflow'),
      width: 160,
      wide: true,
      cell: ({ config, workflowName }) => workflowNameOf(config.workflow, workflowName),
    },
    {
      key: 'duration',
      title: t('duration'),
      width: 120,
      numeric: true,
      wide: true,
      cell: (generation) => <GenerationDuration generation={generation} />,
    },
    { key: 'startedBy', title: t('startedBy'), width: 120, wide: true, cell: ({ startedBy }) => startedBy },
    createdColumn(t('created')),
    menuColumn((generation) => t('actions', { name: generation.config.name }), actionsOf),
  ]
}
