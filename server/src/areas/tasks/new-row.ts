import type { Task, TaskKind } from '@vermilion/contract/tasks'
import { flag, writeJson } from '#platform/database/columns'
import type { DataOrder } from './data-sources.ts'
import type { ImageDefinition } from './images.ts'
import { reason } from './reasons.ts'
import type { TaskRow } from './store.ts'

/** The one pool there is: this machine. */
export const localPool = 'local'

/** What an area asks for when it starts a task. */
export interface TaskOrder {
  /** The same for an order that is repeated after a crash: it is one task. */
  id?: string
  name: string
  kind: TaskKind
  /** Name of an image in the catalogue. */
  image: string
  parameters: Readonly<Record<string, string | number | boolean>>
  priority: number
  /** Username of who starts it. */
  creator: string
  /** Shown as what the task reads. */
  dataSource: Task['dataSource']
  /** Which registered data source puts the data into place when the task's turn comes, and what. */
  prepare: DataOrder
}

interface NewTask extends Omit<TaskOrder, 'image' | 'parameters'> {
  id: string
  imageName: string
  image: ImageDefinition
  parameters: Record<string, number>
  command: readonly string[]
  createdAt: string
}

/** A task as it joins the queue. */
export function newRow({ image, dataSource, ...task }: NewTask): TaskRow {
  return {
    id: task.id,
    name: task.name,
    kind: task.kind,
    status: 'queuing',
    reason: writeJson(reason('waiting', { pool: localPool })),
    progress: writeJson(null),
    image: task.imageName,
    imageAddress: image.address,
    framework: image.framework,
    command: writeJson([...task.command]),
    parameters: writeJson(task.parameters),
    dataKind: dataSource.kind,
    dataId: dataSource.id,
    dataName: dataSource.name,
    dataOrder: writeJson(task.prepare),
    prepared: flag(false),
    executor: 'local',
    pool: localPool,
    priority: task.priority,
    acceleratorType: 'none',
    acceleratorCount: 0,
    creator: task.creator,
    createdAt: task.createdAt,
    startedAt: null,
    endedAt: null,
    restartCount: 0,
    handle: null,
    stopAccount: null,
    stopAskedAt: null,
  }
}
