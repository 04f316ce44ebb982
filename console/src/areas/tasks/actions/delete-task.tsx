import type { Task } from '@vermilion/contract/tasks'
import type { Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { deleteTask } from './delete-tasks.tsx'
import { DeletionConsequences } from './deletion-consequences.tsx'
import type { text } from '../text.ts'

export function askToDelete(
  task: Pick<Task, 'id' | 'name'>,
  t: Translate<typeof text.en>,
  onDeleted?: () => void,
): void {
  confirm({
    title: t('deleteTitle', { name: task.name }),
    body: <DeletionConsequences tasks={[task]} />,
    action: t('delete'),
    danger: true,
    run: async () => {
      await deleteTask(task)
      notify.success(t('deleted_success'))
      onDeleted?.()
      void refresh('/tasks', '/fine-tunings', '/models')
    },
  })
}
