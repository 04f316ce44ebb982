import type { Accelerator } from '@vermilion/contract/tasks/creation'
import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import { readJson } from '#platform/database/columns'
import type { ClaimRow } from './claim-store.ts'
import { amountsOf } from './amounts.ts'
import type { Amounts } from './amounts.ts'
import type { Claim } from './turns.ts'

interface Request {
  cpu: number | null
  memoryBytes: number | null
  accelerator: Accelerator
  instances: TaskRecord['instances']
}

export const instancesOf = (roles: TaskRecord['instances']) => roles.reduce((sum, { count }) => sum + count, 0)

export function needOf({ cpu, memoryBytes, accelerator, instances }: Request): Amounts {
  const times = instancesOf(instances)
  return amountsOf({
    places: 1,
    cpu: (cpu ?? 0) * times,
    memoryBytes: (memoryBytes ?? 0) * times,
    accelerators: [{ ...accelerator, count: accelerator.count * times }],
  })
}

export function claimOf(row: ClaimRow): Claim & { row: ClaimRow } {
  const { id, creator, priority, createdAt, cpu, memoryBytes } = row
  const accelerator = { type: row.acceleratorType, count: row.acceleratorCount }
  const need = needOf({ cpu, memoryBytes, accelerator, instances: readJson(row.instances) })
  return { id, creator, priority, createdAt, need, row }
}
