import type { Task } from '@vermilion/contract/tasks'
import type { Translate } from '#lib/i18n.ts'
import { confirm } from '#ui/overlay/confirm.ts'
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
      onDeleted?.()
    },
    done: t('deleted_success'),
    stale: ['/tasks', '/fine-tunings', '/models'],
  })
}
