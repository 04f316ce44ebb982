import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { RemovalSize } from './removal-size.tsx'
import { canStop } from './stop-task.ts'
import { text } from '../text.ts'

const remove = ({ id }: Pick<Task, 'id'>) => call(taskEndpoints.deleteTask, { params: { taskId: id } })

/** Deletes an ended task after asking, with what it wrote. */
export function askToDelete(
  task: Pick<Task, 'id' | 'name'>,
  t: Translate<typeof text.en>,
  onDeleted?: () => void,
): void {
  confirm({
    title: t('deleteTitle', { name: task.name }),
    body: <Consequences tasks={[task]} />,
    action: t('delete'),
    danger: true,
    run: async () => {
      await remove(task)
      notify.success(t('deleted_success'))
      onDeleted?.()
      void refresh('/tasks', '/fine-tunings', '/models')
    },
  })
}

/** Deletes many at once; those that have not ended are refused, and say so. */
export function useTaskDeletion(): BulkAction<Task> {
  const t = useText(text)
  return {
    key: 'delete',
    words: t('delete'),
    danger: true,
    barred: (tasks) => (tasks.every(canStop) ? t('deleteNone') : undefined),
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (tasks) => {
      const endedTasks = tasks.filter((task) => !canStop(task))
      return <Consequences tasks={endedTasks} active={tasks.length - endedTasks.length} />
    },
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/tasks', '/fine-tunings', '/models'),
  }
}

interface ConsequencesProps {
  tasks: readonly Pick<Task, 'id'>[]
  /** Beside them, those that stay because they have not ended. */
  active?: number
}

function Consequences({ tasks, active = 0 }: ConsequencesProps) {
  const t = useText(text)
  return (
    <>
      <p>{t('deleteBody')}</p>
      {tasks.length > 0 && <RemovalSize tasks={tasks} />}
      {active > 0 && <p>{t('deleteActive', { count: active })}</p>}
    </>
  )
}
