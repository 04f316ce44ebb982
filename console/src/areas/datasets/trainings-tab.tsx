import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { type DatasetTask } from '@vermilion/contract/datasets/trainings'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { Headline, TaskStatus } from '#areas/tasks'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { usePageSize, useSystem } from '#lib/system.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { State } from '#ui/feedback/states.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { sourceName } from './report/source-name.ts'
import { text as reportText } from './report/text.ts'
import { text } from './text.ts'

export function TrainingsTab({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const navigate = useNavigate()
  const limit = usePageSize()
  const [cursor, setCursor] = useState<string | undefined>()
  const params = { datasetId: dataset.id }
  const tasks = useQuery(readList(datasetEndpoints.listTrainings, { params, query: { cursor, limit } }))
  const open = ({ taskId }: DatasetTask) => void navigate({ to: '/compute/taskdetail/$id', params: { id: taskId } })
  return (
    <>
      <DataTable<DatasetTask>
        label={t('trainings')}
        rows={tasks.data?.items}
        rowKey={({ taskId }) => taskId}
        problem={tasks.error}
        onRetry={() => void tasks.refetch()}
        onRow={open}
        empty={
          <State title={t('noTrainings')} text={t('noTrainingsWords')}>
            <Button
              type="primary"
              onClick={() => void navigate({ to: '/compute/tasks', search: { create: true, dataset: dataset.id } })}
            >
              {t('train')}
            </Button>
          </State>
        }
        columns={useColumns(dataset)}
      />
      <Pager page={tasks.data} onCursor={setCursor} />
    </>
  )
}

function useColumns(dataset: Dataset): Column<DatasetTask>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('taskName'),
      width: 250,
      cell: ({ taskId, name, kind, image }) => (
        <TwoLines first={<TaskLink id={taskId}>{name}</TaskLink>} second={`${t(`kind-${kind}`)} · ${image}`} />
      ),
    },
    {
      key: 'status',
      title: t('state'),
      width: 130,
      cell: ({ taskStatus, statusReason }) => (
        <span title={statusReason}>
          <TaskStatus status={taskStatus} />
        </span>
      ),
    },
    {
      key: 'sources',
      title: t('labelSources'),
      width: 170,
      wide: true,
      cell: ({ sources }) => <Sources sources={sources} />,
    },
    { key: 'headline', title: t('headline'), width: 220, cell: ({ headline }) => <Headline headline={headline} /> },
    {
      key: 'version',
      title: t('version'),
      width: 130,
      cell: ({ version }) =>
        version === null ? (
          <span className="faint">{t('noVersion')}</span>
        ) : (
          <Link
            to="/data-set/list/file/$id"
            params={{ id: dataset.id }}
            search={{ tab: 'versions', version: version.id }}
          >
            {t('numberedVersion', { number: `${version.number}`, name: version.name })}
          </Link>
        ),
    },
    { key: 'creator', title: t('creator'), width: 100, wide: true, cell: ({ creator }) => creator },
    {
      key: 'created',
      title: t('created'),
      width: 130,
      wide: true,
      cell: ({ createdAt }) => <Ago time={createdAt} />,
    },
  ]
}

function Sources({ sources }: { sources: DatasetTask['sources'] }) {
  const t = useText(reportText)
  const language = useSystem((system) => system.lang)
  const [first, ...others] = (sources ?? []).map(
    (source) => `${sourceName(source, t)}: ${formatNumber(source.labels, language)}`,
  )
  if (first === undefined) return unknownValue
  return (
    <span title={[first, ...others].join('\n')}>
      {first}
      {others.length > 0 && <small>{` +${others.length}`}</small>}
    </span>
  )
}
