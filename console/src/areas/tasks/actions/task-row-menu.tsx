import type { Task } from '@vermilion/contract/tasks'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { text } from '../text.ts'
import { askToStop, canStop } from './stop-task.ts'
import { useTaskActions } from './task-actions.ts'

/** In which the task's priority and pool are changed. */
export const TaskQueueDrawer = lazyPart(async () => (await import('../queue/queue-drawer.tsx')).QueueDrawer)

/** What can be done with the task of a row. */
export function TaskRowMenu({ task, onEdit }: { task: Task; onEdit: (task: Task) => void }) {
  const t = useText(text)
  const actionsOf = useTaskActions({ onEdit })
  return (
    <RowMenu
      label={t('actions', { name: task.name })}
      actions={[
        ...(canStop(task) ? [{ key: 'stop', words: t('stop'), danger: true, run: () => askToStop(task, t) }] : []),
        ...actionsOf(task),
      ]}
    />
  )
}
