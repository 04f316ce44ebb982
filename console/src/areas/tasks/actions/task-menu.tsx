import type { Task } from '@vermilion/contract/tasks'
import { type ReactNode, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import type { Column } from '#ui/table/column.ts'
import { text } from '../text.ts'
import { askToStop, canStop } from './stop-task.ts'
import { useTaskActions } from './task-actions.ts'

const QueueDrawer = lazyPart(async () => (await import('../queue/queue-drawer.tsx')).QueueDrawer)

/** A column with what can be done with a task, and the drawer that one of it opens. */
export function useTaskMenu<Row extends Task>(): { column: Column<Row>; drawer: ReactNode } {
  const t = useText(text)
  const [edited, setEdited] = useState<Task | null>(null)
  const actionsOf = useTaskActions({ onEdit: setEdited })
  const column: Column<Row> = {
    key: 'menu',
    title: '',
    width: 48,
    cell: (task) => (
      <RowMenu
        label={t('actions', { name: task.name })}
        actions={[
          ...(canStop(task) ? [{ key: 'stop', words: t('stop'), danger: true, run: () => askToStop(task, t) }] : []),
          ...actionsOf(task),
        ]}
      />
    ),
  }
  return { column, drawer: edited !== null && <QueueDrawer task={edited} onClose={() => setEdited(null)} /> }
}
