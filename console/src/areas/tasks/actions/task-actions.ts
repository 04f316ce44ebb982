import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { askToDelete } from './delete-task.tsx'
import { canStop } from './stop-task.ts'
import { text } from '../text.ts'

interface TaskActionsNeeds {
  onEdit: (task: Task) => void
  onDeleted?: () => void
}

export function useTaskActions({ onEdit, onDeleted }: TaskActionsNeeds): (task: Task) => RowAction[] {
  const t = useText(text)
  const navigate = useNavigate()
  const again = async ({ id }: Task, endpoint: typeof taskEndpoints.retryTask, done: string) => {
    try {
      const made = await call(endpoint, { params: { taskId: id } })
      notify.success(done)
      void refresh('/tasks', '/fine-tunings', '/pools')
      void navigate({ to: '/compute/taskdetail/$id', params: { id: made.id } })
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  const copy = ({ id }: Task) => void navigate({ to: '/compute/tasks', search: { create: true, like: id } })
  return (task) => [
    ...(task.status === 'queuing' ? [{ key: 'edit', text: t('editQueue'), run: () => onEdit(task) }] : []),
    ...(task.isResumable
      ? [{ key: 'resume', text: t('resume'), run: () => void again(task, taskEndpoints.resumeTask, t('resumed')) }]
      : []),
    ...(canStop(task) || task.external !== null
      ? []
      : [{ key: 'retry', text: t('retry'), run: () => void again(task, taskEndpoints.retryTask, t('retried')) }]),
    ...(task.kind === 'training' ? [{ key: 'copy', text: t('copy'), run: () => copy(task) }] : []),
    {
      key: 'delete',
      text: t('delete'),
      danger: true,
      disabled: canStop(task),
      run: () => askToDelete(task, t, onDeleted),
    },
  ]
}
