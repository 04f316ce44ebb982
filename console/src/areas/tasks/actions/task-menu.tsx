import type { Task } from '@vermilion/contract/tasks'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { Column } from '#ui/table/column.ts'

const TaskQueueDrawer = lazyPart(async () => (await import('./task-row-menu.tsx')).TaskQueueDrawer)
const TaskRowMenu = lazyPart(async () => (await import('./task-row-menu.tsx')).TaskRowMenu)

/** A column with the task menu, and its drawer; not loaded while a form covers the list. */
export function useTaskMenu<Row extends Task>(isCovered: boolean): { column: Column<Row>; drawer: ReactNode } {
  const [edited, setEdited] = useState<Task | null>(null)
  const column: Column<Row> = {
    key: 'menu',
    title: '',
    width: 48,
    cell: (task) => !isCovered && <TaskRowMenu task={task} onEdit={setEdited} />,
  }
  return { column, drawer: edited !== null && <TaskQueueDrawer task={edited} onClose={() => setEdited(null)} /> }
}
