import { type Task, taskEndpoints, taskKinds, taskStatuses } from '@vermilion/contract/tasks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import type { Column } from '#ui/column.ts'
import { TwoLines } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useList } from '#ui/list-source.ts'
import { Ago } from '#ui/moment.tsx'
import { RowMenu } from '#ui/row-menu.tsx'
import { Tag } from '#ui/status.tsx'
import { askToDelete, useTaskDeletion } from './delete-task.ts'
import { askToStop, canStop } from './stop-task.ts'
import { TaskDuration, TaskProgress, TaskStatus } from './task-status.tsx'
import { text } from './text.ts'

/** The tasks. What starts a task is of later areas; the app gives its form as children. */
export function TaskListPage({ children }: { children?: ReactNode }) {
  const t = useText(text)
  const { create: _create, dataset: _dataset, ...search } = useSearch({ from: '/shell/compute/tasks' })
  const navigate = useNavigate({ from: '/compute/tasks' })
  const compare = {
    key: 'compare',
    words: t('compare'),
    open: (tasks: readonly Task[]) =>
      void navigate({ to: '/compute/compare', search: { tasks: tasks.map(({ id }) => id).join(',') } }),
  }
  const create = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  return (
    <ListPage
      name="tasks"
      title={t('title')}
      list={useList(taskEndpoints.listTasks, search)}
      columns={useColumns()}
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
        { kind: 'created' },
      ]}
      action={{ words: t('create'), run: create }}
      empty={{ title: t('empty'), words: t('emptyWords') }}
      noMatch={t('noMatch')}
      bulk={[compare, useTaskDeletion()]}
    >
      {children}
    </ListPage>
  )
}

function useColumns(): Column<Task>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: ({ id, name, statusReason }) => (
        <TwoLines
          first={
            <Link to="/compute/taskdetail/$id" params={{ id }}>
              {name}
            </Link>
          }
          second={statusReason}
        />
      ),
    },
    { key: 'status', title: t('status'), width: 120, cell: ({ status }) => <TaskStatus status={status} /> },
    { key: 'progress', title: t('progress'), width: 150, cell: (task) => <TaskProgress task={task} /> },
    {
      key: 'duration',
      title: t('duration'),
      width: 130,
      numeric: true,
      wide: true,
      cell: (task) => <TaskDuration task={task} />,
    },
    { key: 'kind', title: t('kind'), width: 120, wide: true, cell: ({ kind }) => <Tag>{t(kind)}</Tag> },
    { key: 'data', title: t('data'), wide: true, cell: ({ dataSource }) => dataSource.name },
    { key: 'image', title: t('image'), wide: true, cell: ({ image }) => image },
    {
      key: 'priority',
      title: t('priority'),
      sort: '-priority',
      width: 100,
      numeric: true,
      wide: true,
      cell: ({ priority }) => priority,
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
      width: 48,
      cell: (task) => (
        <RowMenu
          label={t('actions', { name: task.name })}
          actions={[
            { key: 'stop', words: t('stop'), danger: true, disabled: !canStop(task), run: () => askToStop(task, t) },
            {
              key: 'delete',
              words: t('delete'),
              danger: true,
              disabled: canStop(task),
              run: () => askToDelete(task, t),
            },
          ]}
        />
      ),
    },
  ]
}
