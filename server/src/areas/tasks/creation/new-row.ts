import type { TaskData, TaskResources, TaskRestarts } from '@vermilion/contract/tasks/creation'
import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import type { Task, TaskKind } from '@vermilion/contract/tasks'
import { flag, writeJson } from '#platform/database/columns'
import type { DataOrder } from '../data/data-sources.ts'
import type { ImageDefinition } from '../images/images.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import { reason } from '../running/reasons.ts'
import type { TaskMount, TaskRow } from '../rows/task-row.ts'

export interface TaskOrder {
  /** Makes an order idempotent: repeated after a crash, it is one task. */
  id?: string
  name: string
  kind: TaskKind
  image: string
  parameters: Readonly<Record<string, string | number | boolean>>
  priority: number
  creator: string
  dataSource: Task['dataSource']
  /** The registered data source that prepares the data when the task starts, with its reference. */
  prepare: DataOrder
  checksum?: string | undefined
  mountPath?: string | undefined
  asked?: TaskData | undefined
  moreMounts?: readonly TaskMount[] | undefined
  pool?: string | undefined
  resources?: TaskResources | undefined
  instances?: TaskRecord['instances'] | undefined
  outputPath?: string | undefined
  command?: readonly string[] | undefined
  environment?: Readonly<Record<string, string>> | undefined
  secrets?: Readonly<Record<string, string>> | undefined
  timeLimitSeconds?: number | null | undefined
  restarts?: TaskRestarts | undefined
  seed?: number | null | undefined
}

interface NewTask {
  id: string
  order: TaskOrder
  image: Pick<ImageDefinition, 'address' | 'framework'>
  pool: Pick<TaskRow, 'executor'> & Pick<PoolRow, 'id' | 'name'>
  parameters: Record<string, number>
  command: readonly string[]
  seal(text: string): string
  createdAt: string
}

export const oneWorker: TaskRecord['instances'] = [{ role: 'worker', count: 1 }]
export const noResources: TaskResources = { cpu: null, memoryBytes: null, accelerator: { type: 'none', count: 0 } }

export function newRow({ id, order, image, pool, parameters, command, seal, createdAt }: NewTask): TaskRow {
  const { dataSource, prepare, resources = noResources, secrets = {} } = order
  const { mountPath = '/data', outputPath = null, checksum = null, asked } = order
  const secretNames = Object.keys(secrets)
  const mount: TaskMount = { ...dataSource, ...prepare, mountPath, checksum, folder: null, asked }
  return {
    id,
    name: order.name,
    kind: order.kind,
    status: 'queuing',
    reason: writeJson(reason('waiting', { pool: pool.name })),
    progress: writeJson(null),
    image: order.image,
    imageAddress: image.address,
    framework: image.framework,
    command: writeJson([...command]),
    parameters: writeJson(parameters),
    dataKind: dataSource.kind,
    dataId: dataSource.id,
    dataName: dataSource.name,
    dataOrder: writeJson(prepare),
    prepared: flag(false),
    executor: pool.executor,
    pool: pool.id,
    priority: order.priority,
    cpu: resources.cpu,
    memoryBytes: resources.memoryBytes,
    acceleratorType: resources.accelerator.count === 0 ? 'none' : resources.accelerator.type,
    acceleratorCount: resources.accelerator.count,
    instances: writeJson(order.instances ?? oneWorker),
    mounts: writeJson([mount, ...(order.moreMounts ?? [])]),
    outputTarget: outputPath,
    ownCommand: order.command === undefined ? null : writeJson([...order.command]),
    environment: writeJson({ ...order.environment }),
    secretNames: writeJson(secretNames),
    secrets: secretNames.length === 0 ? null : seal(JSON.stringify(secrets)),
    timeLimitSeconds: order.timeLimitSeconds ?? null,
    restarts: writeJson(order.restarts ?? { limit: 0, backoffSeconds: 10 }),
    seed: order.seed ?? null,
    retryOf: null,
    resumes: flag(false),
    creator: order.creator,
    createdAt,
    ...fresh,
  }
}

const fresh = {
  imageCount: null,
  headline: null,
  startedAt: null,
  endedAt: null,
  restartCount: 0,
  handedOverAt: null,
  handle: null,
  restartAt: null,
  staleHandle: null,
  acceleratorIndexes: null,
  timedOut: 0,
  stopAccount: null,
  stopAskedAt: null,
  failure: null,
  record: null,
  modelId: null,
  modelSize: null,
  boardTaskId: null,
} as const satisfies Partial<TaskRow>

/** Copies a task as a new one, with the present definition of its image. */
export function againRow(
  row: TaskRow,
  again: Pick<NewTask, 'id' | 'image' | 'parameters' | 'pool' | 'createdAt'> & Pick<TaskRow, 'creator' | 'resumes'>,
): TaskRow {
  const { pool, image, parameters, ...more } = again
  const mounts = (JSON.parse(row.mounts) as TaskMount[]).map((mount) => ({ ...mount, folder: null }))
  return {
    ...row,
    ...fresh,
    ...more,
    imageAddress: image.address,
    framework: image.framework,
    parameters: writeJson(parameters),
    status: 'queuing',
    reason: writeJson(reason('waiting', { pool: pool.name })),
    progress: writeJson(null),
    mounts: writeJson(mounts),
    prepared: flag(false),
    retryOf: row.id,
  }
}
