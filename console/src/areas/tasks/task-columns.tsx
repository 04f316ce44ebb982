import type { ListedTask } from '@vermilion/contract/tasks'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { Ago, Time } from '#ui/moment.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { TaskDuration, TaskProgress, TaskStatus } from './task-status.tsx'
import { text } from './text.ts'
import CloudServerOutlined from '@ant-design/icons/es/icons/CloudServerOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { ExternalPlace, LastHeard } from './external/external-place.tsx'
import { SweepPlace } from './sweeps/sweep-state.tsx'
import { QueuePlace } from './queue/queue-position.tsx'
import { Headline } from './headline.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { ModelDownload } from './detail/model-download.tsx'

// oxlint-disable-next-line max-lines-per-function -- one list of columns or handlers over the same values
export function useTaskColumns(isCovered: boolean): Column<ListedTask>[] {
  const t = useText(text)
  const optional = { wide: true, asked: true } as const
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (task) => (isCovered ? task.name : <TaskName task={task} />),
    },
    { key: 'status', title: t('status'), width: 120, cell: ({ status }) => <TaskStatus status={status} /> },
    {
      key: 'progress',
      title: t('progress'),
      width: 150,
      cell: (task) =>
        task.external !== null && task.status === 'running' ? (
          <LastHeard status={task.status} run={task.external} stacked />
        ) : (
          <TwoLines
            first={<TaskProgress task={task} />}
            second={task.startedAt !== null && <TaskDuration task={task} />}
          />
        ),
    },
    {
      key: 'headline',
      title: t('headline'),
      width: 180,
      cell: ({ headline }) => !isCovered && <Headline headline={headline} />,
    },
    {
      key: 'duration',
      title: t('duration'),
      width: 120,
      numeric: true,
      ...optional,
      cell: (task) => <TaskDuration task={task} />,
    },
    { key: 'kind', title: t('kind'), width: 120, wide: true, cell: ({ kind }) => <Tag>{t(kind)}</Tag> },
    {
      key: 'data',
      title: t('data'),
      wide: true,
      cell: ({ dataSources }) => dataSources.map(({ name }) => name).join(', '),
    },
    { key: 'image', title: t('image'), ...optional, cell: ({ image }) => image },
    { key: 'pool', title: t('pool'), ...optional, cell: ({ poolName }) => poolName },
    {
      key: 'priority',
      title: t('priority'),
      sort: '-priority',
      width: 100,
      numeric: true,
      ...optional,
      cell: ({ priority }) => priority,
    },
    {
      key: 'accelerator',
      title: t('accelerator'),
      ...optional,
      cell: ({ accelerator: { type, count } }) => (count === 0 ? t('acceleratorNone') : `${type} × ${count}`),
    },
    {
      key: 'boardStatus',
      title: t('boardStatus'),
      ...optional,
      cell: ({ boardStatus }) => (boardStatus === null ? unknownValue : <TaskStatus status={boardStatus} />),
    },
    { key: 'device', title: t('device'), ...optional, cell: ({ deviceName }) => deviceName ?? unknownValue },
    { key: 'framework', title: t('framework'), ...optional, cell: ({ framework }) => framework },
    {
      key: 'imageAddress',
      title: t('imageAddress'),
      ...optional,
      cell: ({ imageAddress }) => <code>{imageAddress}</code>,
    },
    { key: 'command', title: t('command'), ...optional, cell: ({ command }) => <FullText text={command.join(' ')} /> },
    { key: 'mountPath', title: t('mountPath'), ...optional, cell: ({ mountPath }) => <FullText text={mountPath} /> },
    {
      key: 'outputPath',
      title: t('outputPath'),
      ...optional,
      cell: ({ outputPath }) => <FullText text={outputPath} />,
    },
    {
      key: 'modelSize',
      title: t('modelSize'),
      ...optional,
      numeric: true,
      cell: ({ modelSize }) => formatSize(modelSize),
    },
    { key: 'model', title: t('modelDownload'), ...optional, cell: (task) => <ModelDownload task={task} /> },
    { key: 'ended', title: t('ended'), ...optional, cell: ({ endedAt }) => <Time time={endedAt} /> },
    { key: 'creator', title: t('creator'), ...optional, cell: ({ creator }) => <Person username={creator} /> },
    {
      key: 'created',
      title: t('created'),
      sort: '-createdAt',
      width: 130,
      wide: true,
      cell: ({ createdAt, creator }) => (
        <TwoLines
          first={<Ago time={createdAt} />}
          second={isCovered ? creator : <Person username={creator} size={18} />}
        />
      ),
    },
  ]
}

function FullText({ text }: { text: string }) {
  return <code title={text}>{text}</code>
}

function TaskState({ task }: { task: ListedTask }) {
  if (task.sweep !== null && task.queue === null) {
    return (
      <>
        <SweepPlace sweep={task.sweep} />
        {task.status === 'failed' && ` · ${task.statusReason}`}
      </>
    )
  }
  if (task.external !== null) return <ExternalPlace reason={task.statusReason} run={task.external} />
  return task.queue === null ? task.statusReason : <QueuePlace task={task} />
}

function TaskName({ task }: { task: ListedTask }) {
  return (
    <CoverName
      covers={task.covers}
      icon={task.external === null ? <ThunderboltOutlined /> : <CloudServerOutlined />}
      first={<TaskLink id={task.id}>{task.name}</TaskLink>}
      second={<TaskState task={task} />}
    />
  )
}
