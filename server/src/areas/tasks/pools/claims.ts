import type { TaskResources } from '@vermilion/contract/tasks/creation'
import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import { readJson } from '#platform/database/columns'
import { resourcesOf } from '../rows/task-row.ts'
import type { ClaimRow } from './claim-store.ts'
import { amountsOf } from './amounts.ts'
import type { Amounts } from './amounts.ts'
import type { Claim } from './turns.ts'

export const instanceCount = (roles: TaskRecord['instances']) => roles.reduce((sum, { count }) => sum + count, 0)

export function needOf({
  cpu,
  memoryBytes,
  accelerator,
  instances,
}: Pick<TaskRecord, 'instances'> & TaskResources): Amounts {
  const times = instanceCount(instances)
  return amountsOf({
    places: 1,
    cpu: (cpu ?? 0) * times,
    memoryBytes: (memoryBytes ?? 0) * times,
    accelerators: [{ ...accelerator, count: accelerator.count * times }],
  })
}

export function claimOf(row: ClaimRow): Claim & { row: ClaimRow } {
  const { id, creator, priority, createdAt } = row
  const need = needOf({ ...resourcesOf(row), instances: readJson(row.instances) })
  return { id, creator, priority, createdAt, need, row }
}
