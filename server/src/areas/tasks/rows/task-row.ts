import type { Progress } from '@vermilion/contract/kernel/fields'
import type { TaskData, TaskRestarts } from '@vermilion/contract/tasks/creation'
import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { Task, TaskKind, TaskStatus } from '@vermilion/contract/tasks'
import { writeJson } from '#platform/database/columns'
import type { Flag, JsonText } from '#platform/database/columns'
import type { DataOrder } from '../data/data-sources.ts'
import type { Failed } from '../running/failure.ts'
import type { Reason } from '../running/reasons.ts'

export interface TaskRow {
  id: string
  name: string
  kind: TaskKind
  status: TaskStatus
  reason: JsonText<Reason>
  progress: JsonText<Progress | null>
  headline: JsonText<TaskHeadline> | null
  image: string
  imageAddress: string
  framework: string
  command: JsonText<string[]>
  parameters: JsonText<Record<string, number>>
  dataKind: Task['dataSource']['kind']
  dataId: string
  dataName: string
  dataOrder: JsonText<DataOrder>
  /** Null when not counted. */
  imageCount: number | null
  /** The data is prepared: later attempts reuse it, even when its source has changed. */
  prepared: Flag
  executor: string
  pool: string
  priority: number
  cpu: number | null
  memoryBytes: number | null
  acceleratorType: string
  acceleratorCount: number
  instances: JsonText<TaskInstances>
  mounts: JsonText<TaskMount[]>
  outputTarget: string | null
  ownCommand: JsonText<string[]> | null
  environment: JsonText<Record<string, string>>
  secretNames: JsonText<string[]>
  /** Encrypted JSON of names and values. */
  secrets: string | null
  timeLimitSeconds: number | null
  restarts: JsonText<TaskRestarts>
  seed: number | null
  retryOf: string | null
  /** It continues from the checkpoint of the original task. */
  resumes: Flag
  creator: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  restartCount: number
  /** Since then it waits in the queue of the pool's own engine, or runs; null while it waits here. */
  handedOverAt: string | null
  handle: string | null
  restartAt: string | null
  /** A replaced run that is still to be cleaned. */
  staleHandle: string | null
  acceleratorIndexes: JsonText<number[]> | null
  timedOut: Flag
  stopAccount: string | null
  stopAskedAt: string | null
  failure: JsonText<Failed> | null
  record: JsonText<TaskRecord> | null
  modelId: string | null
  modelSize: number | null
  boardTaskId: string | null
}

type TaskInstances = Task['instances']
export interface TaskMount extends DataOrder {
  kind: Task['dataSource']['kind']
  id: string
  name: string
  mountPath: string
  checksum: string | null
  /** Location of the prepared data outside the task's folder. */
  folder: string | null
  ownBytes?: number | undefined
  /** The data as requested; undefined for orders of other areas. */
  asked?: TaskData | undefined
}

export interface TaskTables {
  tasks: TaskRow
}

export type TaskChange = Partial<Omit<TaskRow, 'id' | 'status' | 'reason' | 'progress' | 'failure'>> & {
  reason?: Reason
  failure?: Failed | null
}

export function columnsOf({ reason, failure, ...change }: TaskChange) {
  return {
    ...change,
    ...(reason === undefined ? {} : { reason: writeJson(reason) }),
    ...(failure === undefined ? {} : { failure: failure === null ? null : writeJson(failure) }),
  }
}

export const resourcesOf = ({ cpu, memoryBytes, acceleratorType, acceleratorCount }: ResourceColumns) => ({
  cpu,
  memoryBytes,
  accelerator: { type: acceleratorType, count: acceleratorCount },
})
type ResourceColumns = Pick<TaskRow, 'cpu' | 'memoryBytes' | 'acceleratorType' | 'acceleratorCount'>
