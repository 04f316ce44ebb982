import { sweepEndpoints, type SweepGroup } from '@vermilion/contract/tasks/sweeps/sweeps'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { Ago } from '#ui/moment.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Person } from '#ui/person/avatar.tsx'
import type { Column } from '#ui/table/column.ts'
import { sweepMethods, sweepStates } from './search.ts'
import { SweepMark, SweepResult } from './sweep-state.tsx'
import { text } from './text.ts'

export function SweepListPage() {
  const t = useText(text)
  const search = useSearch({ from: '/shell/compute/sweeps' })
  const navigate = useNavigate()
  usePageTrail({ text: t('title') })
  return (
    <ListPage
      name="sweeps"
      title={t('title')}
      list={useList(sweepEndpoints.listSweeps, search)}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => void navigate({ to: '/compute/sweeps/$id', params: { id } })}
      searchLabel={t('search')}
      filters={[
        {
          kind: 'choice',
          key: 'method',
          label: t('method'),
          all: t('allMethods'),
          options: sweepMethods.map((value) => ({ value, label: t(value) })),
        },
        {
          kind: 'choice',
          key: 'state',
          label: t('state'),
          all: t('allStates'),
          options: sweepStates.map((value) => ({ value, label: t(value) })),
        },
        { kind: 'created' },
      ]}
      action={{ text: t('create'), run: () => void navigate({ to: '/compute/tasks', search: { create: true } }) }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
    />
  )
}

function useColumns(): Column<SweepGroup>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to="/compute/sweeps/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { key: 'state', title: t('state'), width: 130, cell: ({ state }) => <SweepMark state={state} /> },
    { key: 'method', title: t('method'), width: 110, cell: ({ method }) => <Tag>{t(method)}</Tag> },
    {
      key: 'trials',
      title: t('trials'),
      width: 110,
      numeric: true,
      cell: ({ ended, count }) => t('doneOf', { done: ended, count }),
    },
    { key: 'result', title: t('result'), width: 190, cell: (group) => <SweepResult group={group} /> },
    {
      key: 'creator',
      title: t('creator'),
      width: 160,
      wide: true,
      cell: ({ creator }) => <Person username={creator} />,
    },
    {
      key: 'created',
      title: t('created'),
      sort: '-createdAt',
      width: 140,
      wide: true,
      cell: ({ createdAt }) => <Ago time={createdAt} />,
    },
  ]
}
