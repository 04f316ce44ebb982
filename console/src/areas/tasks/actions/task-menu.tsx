import type { Task } from '@vermilion/contract/tasks'
import { type ReactNode, useState } from 'react'
import type { Column } from '#ui/table/column.ts'
import { TaskQueueDrawer, TaskRowMenu } from './task-row-menu.tsx'

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
