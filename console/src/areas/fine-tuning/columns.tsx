import type { FineTuning } from '@vermilion/contract/fine-tunings/endpoints'
import { Headline, TaskDuration, TaskProgress, TaskStatus } from '#areas/tasks'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { text } from './text.ts'
import { Person } from '#ui/person/avatar.tsx'
import FormatPainterOutlined from '@ant-design/icons/es/icons/FormatPainterOutlined'
import { taskResultEndpoints } from '@vermilion/contract/tasks/results'
import { addressOf } from '#lib/api.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { ModelLink, TaskLink } from '#ui/page/thing-links.tsx'

export function useFineTuningColumns(isCovered: boolean): Column<FineTuning>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (task) => (isCovered ? task.name : <FineTuningName task={task} />),
    },
    {
      key: 'lora',
      title: t('loraName'),
      cell: ({ loraName, triggerWords, modelId }) => (
        <TwoLines
          first={modelId === null ? loraName || unknownValue : <ModelLink id={modelId}>{loraName}</ModelLink>}
          second={triggerWords}
        />
      ),
    },
    { key: 'status', title: t('status'), width: 104, cell: ({ status }) => <TaskStatus status={status} /> },
    {
      key: 'progress',
      title: t('progress'),
      width: 120,
      cell: (task) => (
        <TwoLines
          first={<TaskProgress task={task} />}
          second={task.startedAt !== null && <TaskDuration task={task} />}
        />
      ),
    },
    {
      key: 'headline',
      title: t('headline'),
      width: 170,
      cell: ({ headline }) => !isCovered && <Headline headline={headline} />,
    },
    {
      key: 'data',
      title: t('data'),
      wide: true,
      maxWidth: 150,
      cell: ({ dataSources }) => dataSources.map(({ name }) => name).join(', '),
    },
    { key: 'image', title: t('image'), wide: true, asked: true, cell: ({ image }) => image },
    {
      key: 'duration',
      title: t('duration'),
      width: 120,
      numeric: true,
      wide: true,
      asked: true,
      cell: (task) => <TaskDuration task={task} />,
    },
    { key: 'base', title: t('base'), wide: true, asked: true, cell: ({ base }) => base },
    { key: 'pool', title: t('pool'), wide: true, asked: true, cell: ({ poolName }) => poolName },
    {
      key: 'creator',
      title: t('creator'),
      wide: true,
      asked: true,
      cell: ({ creator }) => <Person username={creator} />,
    },
    {
      key: 'created',
      title: t('createdAt'),
      sort: '-createdAt',
      width: 116,
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

function FineTuningName({ task }: { task: FineTuning }) {
  const t = useText(text)
  const { id, name, statusReason, samples, covers, image } = task
  const addresses = samples.map(({ path }) =>
    addressOf(taskResultEndpoints.resultFileThumbnail, { params: { taskId: id }, query: { path } }),
  )
  return (
    <CoverName
      covers={covers}
      pictures={samples.length === 0 ? undefined : addresses}
      icon={<FormatPainterOutlined />}
      first={<TaskLink id={id}>{name}</TaskLink>}
      second={statusReason === '' ? <span title={t('image')}>{image}</span> : statusReason}
    />
  )
}
