import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Task, taskEndpoints, taskKinds, taskStatuses } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { type Column, DataTable, TwoLines } from '#ui/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import { FilterRow, Page, PageHeading } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { RowMenu } from '#ui/row-menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { State } from '#ui/states.tsx'
import { Tag } from '#ui/status.tsx'
import { askToStop, canStop } from './stop-task.ts'
import { TaskDuration, TaskProgress, TaskStatus } from './task-status.tsx'
import { text } from './text.ts'

/** The tasks. What starts a task is of later areas; the app gives its form as children. */
export function TaskListPage({ children }: { children?: ReactNode }) {
  const t = useText(text)
  const { create: _create, dataset: _dataset, ...query } = useSearch({ from: '/shell/compute/tasks' })
  const navigate = useNavigate({ from: '/compute/tasks' })
  const tasks = useQuery(readList(taskEndpoints.listTasks, { query }))
  const columns = useColumns()
  const filtered = query.search !== undefined || query.status !== undefined || query.kind !== undefined
  const create = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  return (
    <Page>
      <PageHeading title={t('title')} count={tasks.data?.total}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
          {t('create')}
        </Button>
      </PageHeading>
      <FilterRow>
        <SearchField
          value={query.search}
          label={t('search')}
          onSearch={(search) =>
            void navigate({ search: (now) => ({ ...now, search, cursor: undefined }), replace: true })
          }
        />
        <Select
          allowClear
          style={{ width: 150 }}
          placeholder={t('allStatuses')}
          aria-label={t('status')}
          value={query.status ?? null}
          onChange={(status) =>
            void navigate({
              search: (now) => ({ ...now, status: status ?? undefined, cursor: undefined }),
              replace: true,
            })
          }
          options={taskStatuses.map((status) => ({ value: status, label: t(status) }))}
        />
        <Select
          allowClear
          style={{ width: 150 }}
          placeholder={t('allKinds')}
          aria-label={t('kind')}
          value={query.kind ?? null}
          onChange={(kind) =>
            void navigate({ search: (now) => ({ ...now, kind: kind ?? undefined, cursor: undefined }), replace: true })
          }
          options={taskKinds.map((kind) => ({ value: kind, label: t(kind) }))}
        />
      </FilterRow>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={tasks.data?.items}
        rowKey={({ id }) => id}
        problem={tasks.error}
        onRetry={() => void tasks.refetch()}
        onRow={({ id }) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })}
        empty={
          filtered ? (
            <State title={t('noMatch')} words={t('noMatchWords')}>
              <Button onClick={() => void navigate({ search: {} })}>{t('clearSearch')}</Button>
            </State>
          ) : (
            <State title={t('empty')} words={t('emptyWords')}>
              <Button type="primary" onClick={create}>
                {t('create')}
              </Button>
            </State>
          )
        }
      />
      <Pager page={tasks.data} onCursor={(cursor) => void navigate({ search: (now) => ({ ...now, cursor }) })} />
      {children}
    </Page>
  )
}

function useColumns(): Column<Task>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
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
    { key: 'created', title: t('created'), width: 130, wide: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (task) => (
        <RowMenu
          label={t('actions', { name: task.name })}
          actions={[
            { key: 'stop', words: t('stop'), danger: true, disabled: !canStop(task), run: () => askToStop(task, t) },
          ]}
        />
      ),
    },
  ]
}
