import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { canStop } from './stop-task.ts'
import { text } from '../text.ts'
import { DeletionConsequences } from './deletion-consequences.tsx'

export const deleteTask = ({ id }: Pick<Task, 'id'>) => call(taskEndpoints.deleteTask, { params: { taskId: id } })

export function useTaskDeletion(): BulkAction<Task> {
  const t = useText(text)
  return {
    key: 'delete',
    text: t('delete'),
    danger: true,
    barred: (tasks) => (tasks.every(canStop) ? t('deleteNone') : undefined),
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (tasks) => {
      const endedTasks = tasks.filter((task) => !canStop(task))
      return <DeletionConsequences tasks={endedTasks} active={tasks.length - endedTasks.length} />
    },
    run: deleteTask,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/tasks', '/fine-tunings', '/models'),
  }
}
