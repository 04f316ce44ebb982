import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { taskInstance } from '@vermilion/contract/tasks'
import type { z } from 'zod'
import { instanceName } from '#areas/executors'
import type { Executor, InstanceStatus, RunHandle } from '#areas/executors'
import { readJson } from '#platform/database/columns'
import { withTimeout } from '#platform/time-out'
import { outcome } from '../rules.ts'
import type { TaskRow } from '../rows/task-row.ts'

type Instance = z.output<typeof taskInstance>
type StoredInstance = Pick<InstanceStatus, 'role' | 'name' | 'restarts' | 'instanceIp' | 'hostIp'> & {
  phase?: InstanceStatus['phase']
  exit?: InstanceStatus['exit']
  endedAt?: string | Date | null
}

const placesOf = (row: Pick<TaskRow, 'instances'>) =>
  readJson(row.instances).flatMap(({ role, count }) => Array.from({ length: count }, (_, index) => ({ role, index })))

export const instanceNames = (row: Pick<TaskRow, 'id' | 'instances'>): string[] =>
  placesOf(row).map((location) => instanceName(row.id, location))

export const firstInstance = (row: Pick<TaskRow, 'id' | 'instances'>): string =>
  instanceNames(row)[0] ?? instanceName(row.id, { role: 'worker', index: 0 })

/** This machine has no folder yet for a run whose own machine was lost. */
export async function storeInstances(file: string, instances: readonly InstanceStatus[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(instances))
}

/** Before a run starts, its instance has no address (R3.03). While the executor is unreachable, returns the last known state. */
export async function instancesOf(row: TaskRow, { executor, file }: { executor: Executor; file: string }) {
  const finished: readonly StoredInstance[] = row.endedAt === null ? [] : await readStored(file)
  const reported = row.handle === null || finished.length > 0 ? [] : await askFor(executor, row.handle)
  const retained =
    reported === null || (reported.length === 0 && row.handle !== null) ? await readStored(file) : reported
  const positioned = (finished.length > 0 ? finished : retained).map((one): Instance => {
    const { restarts, role, name, instanceIp, hostIp } = one
    return { role, name, restartCount: row.restartCount + restarts, instanceIp, hostIp, status: statusOf(row, one) }
  })
  if (positioned.length > 0) return positioned
  const status = reported === null && row.status === 'running' ? 'unknown' : statusOf(row, {})
  return placesOf(row).map((location): Instance => {
    const name = instanceName(row.id, location)
    return { role: location.role, name, restartCount: row.restartCount, instanceIp: null, hostIp: null, status }
  })
}

/** Null while the executor is unreachable. */
const askFor = (executor: Executor, handle: RunHandle) =>
  withTimeout(executor.status(handle)).then(
    ({ instances }) => instances,
    () => null,
  )

async function readStored(file: string): Promise<StoredInstance[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  return JSON.parse(text) as StoredInstance[]
}

/** A lost instance has an unknown status. */
function statusOf(
  row: TaskRow,
  { phase, exit, endedAt }: Pick<StoredInstance, 'phase' | 'exit' | 'endedAt'>,
): Instance['status'] {
  if (phase === 'lost') return 'unknown'
  if (phase === 'running' && row.status === 'running') return 'running'
  if (phase === 'ended' && exit) {
    const stopCame = row.stopAskedAt !== null && new Date(endedAt ?? 0) >= new Date(row.stopAskedAt)
    // The other instances are terminated after one failed.
    return outcome(exit.code, stopCame || exit.signal === 'SIGTERM')
  }
  return readJson(row.reason).name === 'lost' ? 'unknown' : row.status
}
