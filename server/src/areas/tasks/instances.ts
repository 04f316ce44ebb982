import { readFile, writeFile } from 'node:fs/promises'
import type { taskInstance, TaskStatus } from '@vermilion/contract/tasks'
import type { z } from 'zod'
import { instanceName } from '#areas/resources'
import type { Executor, InstanceStatus } from '#areas/resources'
import { readJson } from '#platform/database/columns'
import type { TaskRow } from './store.ts'

type Instance = z.output<typeof taskInstance>
type Known = Pick<InstanceStatus, 'role' | 'name' | 'restarts' | 'instanceIp' | 'hostIp'>

/** What a task consists of. */
export const onlyInstance = { role: 'worker', index: 0 } as const

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
  const waiting = { role: onlyInstance.role, name: instanceName(row.id, onlyInstance), instanceIp: null, hostIp: null }
  return placed.length > 0 ? placed : [{ ...waiting, restartCount: row.restartCount, status }]
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
