import { readFile, writeFile } from 'node:fs/promises'
import type { taskInstance, TaskStatus } from '@vermilion/contract/tasks'
import type { z } from 'zod'
import { instanceName } from '#areas/resources'
import type { Executor, InstanceStatus } from '#areas/resources'
import { readJson } from '#platform/database/columns'
import type { TaskRow } from './task-row.ts'

type Instance = z.output<typeof taskInstance>
type Known = Pick<InstanceStatus, 'role' | 'name' | 'restarts' | 'instanceIp' | 'hostIp'>

/** Each of a task's instances, in the order of their ranks. */
const placesOf = (row: Pick<TaskRow, 'instances'>) =>
  readJson(row.instances).flatMap(({ role, count }) => Array.from({ length: count }, (_, index) => ({ role, index })))

/** The instance whose log is a task's unless another is asked for. */
export function firstInstance(row: Pick<TaskRow, 'id' | 'instances'>): string {
  return instanceName(row.id, placesOf(row)[0] ?? { role: 'worker', index: 0 })
}

/** Keeps what the executor forgets with the run. */
export const keepInstances = (file: string, instances: readonly InstanceStatus[]): Promise<void> =>
  writeFile(file, JSON.stringify(instances.map(knownOf)))

/** R3.03. Before a run is placed its instance has no address yet. */
export async function instancesOf(row: TaskRow, { executor, file }: { executor: Executor; file: string }) {
  const known = row.handle === null ? [] : (await executor.status(row.handle)).instances
  const kept = known.length > 0 || row.handle === null ? known : await readKept(file)
  const status = instanceStatus(row)
  const placed = kept.map(({ restarts, role, name, instanceIp, hostIp }): Instance => {
    return { role, name, restartCount: row.restartCount + restarts, instanceIp, hostIp, status }
  })
  if (placed.length > 0) return placed
  return placesOf(row).map((place): Instance => {
    const name = instanceName(row.id, place)
    return { role: place.role, name, restartCount: row.restartCount, instanceIp: null, hostIp: null, status }
  })
}

const knownOf = ({ role, name, restarts, instanceIp, hostIp }: Known): Known => ({
  role,
  name,
  restarts,
  instanceIp,
  hostIp,
})

async function readKept(file: string): Promise<Known[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  return JSON.parse(text) as Known[]
}

/** The instance of a task that was lost is in a state that nobody knows. */
function instanceStatus(row: TaskRow): TaskStatus | 'unknown' {
  return readJson(row.reason).name === 'lost' ? 'unknown' : row.status
}
