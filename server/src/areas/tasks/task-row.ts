import type { Progress } from '@vermilion/contract/kernel/fields'
import type { TaskData, TaskRestarts } from '@vermilion/contract/tasks/creation'
import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { Task, TaskKind, TaskStatus } from '@vermilion/contract/tasks'
import { writeJson } from '#platform/database/columns'
import type { Flag, JsonText } from '#platform/database/columns'
import type { DataOrder } from './data/data-sources.ts'
import type { Failed } from './running/failure.ts'
import type { Reason } from './running/reasons.ts'

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
  /** Images that it was given to read, once they are in place; null where they were not counted. */
  imageCount: number | null
  /** The data is in place: a later attempt uses it as it is, whatever became of what it was taken from. */
  prepared: Flag
  executor: string
  pool: string
  priority: number
  /** Of each instance; null where it asks for nothing. */
  cpu: number | null
  memoryBytes: number | null
  acceleratorType: string
  acceleratorCount: number
  instances: JsonText<TaskInstances>
  /** All that it reads; of a task older than that, nothing: then the one source says it. */
  mounts: JsonText<TaskMount[]>
  /** Where the command is to see its results, for executors that can put them there. */
  outputTarget: string | null
  /** Instead of the image's. */
  ownCommand: JsonText<string[]> | null
  environment: JsonText<Record<string, string>>
  secretNames: JsonText<string[]>
  /** Names and values as JSON, sealed. */
  secrets: string | null
  timeLimitSeconds: number | null
  restarts: JsonText<TaskRestarts>
  seed: number | null
  retryOf: string | null
  /** It goes on from the checkpoint of the task that it runs again. */
  resumes: Flag
  creator: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  /** Times that the command was started again. */
  restartCount: number
  /** The executor's name of the run; null while there is none. */
  handle: string | null
  /** Not before this time is the command started again. */
  restartAt: string | null
  /** A run that is over and was given up for another, to be cleaned. */
  staleHandle: string | null
  /** Which accelerators of the pool it has. */
  acceleratorIndexes: JsonText<number[]> | null
  timedOut: Flag
  stopAccount: string | null
  stopAskedAt: string | null
  failure: JsonText<Failed> | null
  record: JsonText<TaskRecord> | null
  modelId: string | null
  modelSize: number | null
  /** The last task that ran its model on a device. */
  boardTaskId: string | null
}

type TaskInstances = Task['instances']
/** One of the things that a task reads, and which registered data source puts it into place. */
export interface TaskMount extends DataOrder {
  kind: Task['dataSource']['kind']
  id: string
  name: string
  mountPath: string
  /** Content, once it is in place, where it has a checksum. */
  checksum: string | null
  /** Where it lies, once it is in place, when that is not the task's own folder. */
  folder: string | null
  /** Bytes on the disk of a copy of its own, before its command could write into it. */
  ownBytes?: number | undefined
  /** As it was asked for; a task that another area made has none. */
  asked?: TaskData | undefined
}

export interface TaskTables {
  tasks: TaskRow
}

export type TaskChange = Partial<Omit<TaskRow, 'id' | 'status' | 'reason' | 'progress' | 'failure'>> & {
  reason?: Reason
  failure?: Failed | null
}

/** A change as the columns keep it. */
export function columnsOf({ reason, failure, ...change }: TaskChange) {
  return {
    ...change,
    ...(reason === undefined ? {} : { reason: writeJson(reason) }),
    ...(failure === undefined ? {} : { failure: failure === null ? null : writeJson(failure) }),
  }
}
