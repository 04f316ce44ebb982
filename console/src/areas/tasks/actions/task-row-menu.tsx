import type { Task } from '@vermilion/contract/tasks'
import { useText } from '#lib/i18n.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { text } from '../text.ts'
import { askToStop, canStop, stopName } from './stop-task.ts'
import { useTaskActions } from './task-actions.ts'

export { QueueDrawer as TaskQueueDrawer } from '../queue/queue-drawer.tsx'

export function TaskRowMenu({ task, onEdit }: { task: Task; onEdit: (task: Task) => void }) {
  const t = useText(text)
  const actionsOf = useTaskActions({ onEdit })
  return (
    <RowMenu
      label={t('actions', { name: task.name })}
      actions={[
        ...(canStop(task)
          ? [{ key: 'stop', text: stopName(task, t), danger: true, run: () => askToStop(task, t) }]
          : []),
        ...actionsOf(task),
      ]}
    />
  )
}
