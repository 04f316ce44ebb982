import { type Rollout, rolloutEndpoints } from '@vermilion/contract/rollouts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { createdColumn, menuColumn } from '#ui/table/usual-columns.tsx'
import { useRolloutActions } from './rollout-actions.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { rolloutStatuses } from './search.ts'
import { RolloutMark } from './statuses.tsx'
import { text } from './text.ts'
import { CreateRollout } from './creation/create-rollout.tsx'
import styles from './rollouts.module.css'

export function RolloutListPage() {
  const t = useText(text)
  const { create, artifact, device, draft, ...search } = useSearch({ from: '/shell/board/rollouts' })
  const navigate = useNavigate({ from: '/board/rollouts' })
  usePageTrail({ text: t('title') })
  const open = (id: string) => void navigate({ to: '/board/rollouts/rollout/$id', params: { id } })
  return (
    <ListPage
      name="rollouts"
      title={t('title')}
      list={useList(rolloutEndpoints.listRollouts, search)}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => open(id)}
      searchLabel={t('search')}
      failure={t('listFailed')}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t('status'),
          all: t('allStatuses'),
          options: rolloutStatuses.map((status) => ({ value: status, label: t(status) })),
        },
        { kind: 'created' },
      ]}
      more={
        <HeadingLinks
          label={t('moreOfRollouts')}
          links={[
            { key: 'devices', text: t('devices'), to: '/board/list' },
            { key: 'artifacts', text: t('artifacts'), to: '/board/artifacts' },
          ]}
        />
      }
      action={{ text: t('create'), run: () => void navigate({ search: (now) => ({ ...now, create: true }) }) }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {create === true && (
        <CreateRollout
          key={draft ?? ''}
          draft={draft}
          artifactId={artifact}
          deviceIds={device === undefined ? [] : [device]}
          onClose={() => void navigate({ search, replace: true })}
          onCreated={({ id }) => {
            void navigate({ search, replace: true })
            open(id)
          }}
        />
      )}
    </ListPage>
  )
}

function useColumns(): Column<Rollout>[] {
  const t = useText(text)
  const actionsOf = useRolloutActions()
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to="/board/rollouts/rollout/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    {
      key: 'artifact',
      title: t('artifact'),
      cell: ({ artifactName, artifactVersion, artifactKind }) => (
        <TwoLines first={`${artifactName} ${artifactVersion}`} second={t(artifactKind)} />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      sort: 'status',
      width: 140,
      cell: ({ status }) => <RolloutMark status={status} />,
    },
    { key: 'progress', title: t('progress'), width: 220, cell: (rollout) => <RolloutProgress rollout={rollout} /> },
    { key: 'creator', title: t('creator'), width: 130, wide: true, cell: ({ creator }) => creator },
    createdColumn(t('created')),
    menuColumn((rollout) => t('actions', { name: rollout.name }), actionsOf),
  ]
}

function RolloutProgress({ rollout: { name, devices, failures, counts } }: { rollout: Rollout }) {
  const t = useText(text)
  const done =
    (counts.success ?? 0) +
    (counts.failed ?? 0) +
    (counts['rolled-back'] ?? 0) +
    (counts.skipped ?? 0) +
    (counts.aborted ?? 0)
  return (
    <span className={`${styles['bar']} stack gap-4`}>
      <ProgressBar done={done} total={devices} failed={failures} label={`${t('progress')} ${name}`} />
      <small className="text-secondary">
        {t('ofDevices', { done, count: devices })}
        {failures > 0 && ` · ${t('failures', { count: failures })}`}
      </small>
    </span>
  )
}
