import { readJson } from '#platform/database/columns'
import { instancesOf } from './pools/claims.ts'
import type { TaskRow } from './task-row.ts'

export interface TaskTimes extends Pick<TaskRow, 'creator' | 'pool' | 'createdAt' | 'startedAt' | 'endedAt'> {
  accelerators: number
}

export const timesOf = ({
  acceleratorCount,
  instances,
  ...times
}: Omit<TaskTimes, 'accelerators'> & Pick<TaskRow, 'acceleratorCount' | 'instances'>): TaskTimes => ({
  ...times,
  accelerators: acceleratorCount * instancesOf(readJson(instances)),
})
