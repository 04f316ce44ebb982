import { type Task, taskEndpoints, type taskInstance } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { State } from '#ui/feedback/states.tsx'
import { TaskStatus } from '../task-status.tsx'
import { detailText } from './text.ts'
import { text } from '../text.ts'

type Instance = z.output<typeof taskInstance>

export function InstancesTab({ task }: { task: Task }) {
  const details = useText(detailText)
  const instances = useQuery(read(taskEndpoints.listInstances, { params: { taskId: task.id } }))
  const columns = useColumns()
  return (
    <DataTable
      label={details('instances')}
      columns={columns}
      rows={instances.data}
      rowKey={({ name }) => name}
      problem={instances.error}
      onRetry={() => void instances.refetch()}
      empty={<State title={details('noInstances')} words={details('noInstancesWords')} />}
    />
  )
}

function useColumns(): Column<Instance>[] {
  const t = useText(text)
  const details = useText(detailText)
  return [
    { key: 'role', title: details('role'), cell: ({ role }) => role },
    { key: 'name', title: details('instanceName'), cell: ({ name }) => <code>{name}</code> },
    { key: 'restarts', title: t('restarts'), numeric: true, cell: ({ restartCount }) => restartCount },
    { key: 'instanceIp', title: details('instanceIp'), cell: ({ instanceIp }) => instanceIp ?? unknownValue },
    { key: 'hostIp', title: details('hostIp'), cell: ({ hostIp }) => hostIp ?? unknownValue },
    { key: 'status', title: details('instanceStatus'), cell: ({ status }) => <TaskStatus status={status} /> },
  ]
}
