import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { type Task, taskEndpoints, taskKinds, taskStatuses } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { useTaskDeletion } from './actions/delete-tasks.tsx'
import { useTaskStopping } from './actions/stop-task.ts'
import { useTaskMenu } from './actions/task-menu.tsx'
import { TrackingCard } from './external/tracking-card.tsx'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { useTaskColumns } from './task-columns.tsx'
import { text } from './text.ts'

function useTaskSearch() {
  const {
    create: isCovered = false,
    dataset: _1,
    like: _2,
    draft: _3,
    version: _4,
    image: _5,
    ...search
  } = useSearch({ from: '/shell/compute/tasks' })
  return { isCovered, ...search }
}

export function TaskListPage({ children }: { children?: ReactNode }) {
  const t = useText(text)
  const { isCovered, ...search } = useTaskSearch()
  const navigate = useNavigate({ from: '/compute/tasks' })
  const compare = {
    key: 'compare',
    text: t('compare'),
    open: (tasks: readonly Task[]) =>
      void navigate({ to: '/compute/compare', search: { tasks: tasks.map(({ id }) => id).join(',') } }),
  }
  const menu = useTaskMenu(isCovered)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const creators = useQuery(read(taskEndpoints.listTaskCreators, {}))
  const list = useList(taskEndpoints.listTasks, search)
  const isEmpty = list.page?.total === 0
  const create = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  return (
    <ListPage
      name="tasks"
      title={t('title')}
      list={list}
      tabs={
        search.kind === 'external' && list.page !== undefined && <TrackingCard key={String(isEmpty)} open={isEmpty} />
      }
      columns={[...useTaskColumns(isCovered), menu.column]}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })}
      searchLabel={t('search')}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t('status'),
          all: t('allStatuses'),
          options: taskStatuses.map((status) => ({ value: status, label: t(status) })),
        },
        {
          kind: 'choice',
          key: 'kind',
          label: t('kind'),
          all: t('allKinds'),
          options: taskKinds.map((kind) => ({ value: kind, label: t(kind) })),
        },
        {
          kind: 'choice',
          key: 'pool',
          label: t('pool'),
          all: t('allPools'),
          options: pools.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
        },
        {
          kind: 'choice',
          key: 'creator',
          label: t('creator'),
          all: t('allCreators'),
          options: creators.data?.map((name) => ({ value: name, label: name })) ?? [],
        },
        { kind: 'created' },
      ]}
      more={<OtherPages />}
      action={{ text: t('create'), short: t('createShort'), run: create }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
      bulk={[compare, useTaskStopping(), useTaskDeletion()]}
    >
      {children}
      {menu.drawer}
    </ListPage>
  )
}

function OtherPages() {
  const t = useText(text)
  return (
    <HeadingLinks
      label={t('moreOfTasks')}
      links={[
        { key: 'board', text: t('runOnBoard'), to: '/model/list', search: { board: true } },
        { key: 'elsewhere', text: t('external'), to: '/compute/tasks', search: { kind: 'external' } },
        { key: 'sweeps', text: t('sweeps'), to: '/compute/sweeps' },
        { key: 'images', text: t('images'), to: '/compute/images' },
        { key: 'pools', text: t('pools'), to: '/compute/pools' },
      ]}
    />
  )
}
