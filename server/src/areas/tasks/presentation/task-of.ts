import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task } from '@vermilion/contract/tasks'
import { readJson } from '#platform/database/columns'
import { sayFailure } from '../running/failure.ts'
import type { taskFolders } from '../running/task-folders.ts'
import { instanceCount } from '../pools/claims.ts'
import type { QueuePosition } from '../pools/queue-positions.ts'
import { sayReason } from '../running/reasons.ts'
import { resourcesOf } from '../rows/task-row.ts'
import type { TaskRow } from '../rows/task-row.ts'

interface Reading {
  language: Language
  folders: ReturnType<typeof taskFolders>
  progress: Progress | null
  poolName: string
  board: { status: TaskRow['status']; deviceName: string } | null
  queue: QueuePosition | null
  isResumable: boolean
  external: Task['external']
  sweep: Task['sweep']
  /** True when mounts have their configured paths instead of host paths. */
  binds: boolean
}

/** A queued task shows the present reason, not the one from its creation. */
const reasonOf = (row: TaskRow, queue: QueuePosition | null) =>
  (row.status === 'queuing' ? queue?.why : null) ?? readJson(row.reason)

const queueOf = ({ position, expectedStartAt }: QueuePosition) => ({ position, expectedStartAt })

export function taskOf(row: TaskRow, reading: Reading): Task {
  const { language, folders, progress, poolName, board, queue, isResumable, external, sweep, binds } = reading
  const dataSource = { kind: row.dataKind, id: row.dataId, name: row.dataName }
  const instances = readJson(row.instances)
  const resources = resourcesOf(row)
  const mounts = readJson(row.mounts).map(({ kind, id, name, folder, mountPath }, position) => ({
    kind,
    id,
    name,
    mountPath: binds ? mountPath : (folder ?? folders.mount(position)),
  }))
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.status,
    statusReason: sayReason(reasonOf(row, queue), language),
    progress: progress ?? readJson(row.progress),
    headline: row.headline === null ? null : readJson(row.headline),
    image: row.image,
    imageAddress: row.imageAddress,
    framework: row.framework,
    command: readJson(row.command),
    parameters: readJson(row.parameters),
    dataSource,
    dataSources: mounts,
    mountPath: mounts[0]?.mountPath ?? folders.data,
    outputPath: binds ? (row.outputTarget ?? '/output') : folders.output,
    pool: row.pool,
    poolName,
    priority: row.priority,
    resources,
    accelerator: { ...resources.accelerator, count: row.acceleratorCount * instanceCount(instances) },
    instances,
    environment: readJson(row.environment),
    secretNames: readJson(row.secretNames),
    timeLimitSeconds: row.timeLimitSeconds,
    restarts: readJson(row.restarts),
    restartCount: row.restartCount,
    seed: row.seed,
    queue: row.status === 'queuing' && queue !== null ? queueOf(queue) : null,
    boardStatus: board?.status ?? null,
    deviceName: board?.deviceName ?? null,
    modelId: row.modelId,
    modelSize: row.modelSize,
    failure: row.failure === null ? null : sayFailure(readJson(row.failure), language),
    isResumable,
    retryOf: row.retryOf,
    external,
    sweep,
    creator: row.creator,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  }
}
