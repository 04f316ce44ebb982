import type { FineTuning } from '@vermilion/contract/fine-tunings/endpoints'
import { Link } from '@tanstack/react-router'
import { TaskDuration, TaskProgress, TaskStatus } from '#areas/tasks'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { text } from './text.ts'

/** What there is to know of a fine-tuning in a row (R3.11). */
export function useFineTuningColumns(): Column<FineTuning>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (task) => (
        <TwoLines
          first={
            <Link to="/compute/taskdetail/$id" params={{ id: task.id }}>
              {task.name}
            </Link>
          }
          second={task.statusReason}
        />
      ),
    },
    {
      key: 'lora',
      title: t('loraName'),
      cell: ({ loraName, triggerWords, modelId }) => (
        <TwoLines
          first={
            modelId === null ? (
              loraName || unknownValue
            ) : (
              <Link to="/model/list/model/$id" params={{ id: modelId }}>
                {loraName}
              </Link>
            )
          }
          second={triggerWords}
        />
      ),
    },
    { key: 'status', title: t('status'), width: 120, cell: ({ status }) => <TaskStatus status={status} /> },
    { key: 'progress', title: t('progress'), width: 150, cell: (task) => <TaskProgress task={task} /> },
    {
      key: 'data',
      title: t('data'),
      wide: true,
      cell: ({ dataSources }) => dataSources.map(({ name }) => name).join(', '),
    },
    { key: 'image', title: t('image'), wide: true, cell: ({ image }) => image },
    {
      key: 'duration',
      title: t('duration'),
      width: 130,
      numeric: true,
      wide: true,
      cell: (task) => <TaskDuration task={task} />,
    },
    { key: 'base', title: t('base'), wide: true, asked: true, cell: ({ base }) => base },
    { key: 'pool', title: t('pool'), wide: true, asked: true, cell: ({ poolName }) => poolName },
    { key: 'creator', title: t('creator'), wide: true, asked: true, cell: ({ creator }) => creator },
    {
      key: 'created',
      title: t('createdAt'),
      sort: '-createdAt',
      width: 130,
      wide: true,
      cell: ({ createdAt }) => <Ago time={createdAt} />,
    },
  ]
}
