import type { Executor, RegistryTrouble } from '#areas/resources'
import type { Clock } from '#platform/clock'
import type { Events } from '#platform/events/events'
import type { Log } from '#platform/log'
import type { Secrets } from '#platform/secrets/secrets'
import type { DataSources } from '../data/data-sources.ts'
import { taskFolders } from './task-folders.ts'
import type { ImageCatalogue } from '../images/images.ts'
import type { Tracking } from '../tracking/tracking.ts'
import type { TaskStore } from '../store.ts'
import type { TaskChange, TaskRow } from '../task-row.ts'

export interface TaskRunNeeds {
  store: TaskStore
  executor: Executor
  images: ImageCatalogue
  sources: DataSources
  events: Events
  clock: Clock
  log: Log
  tracking: Pick<Tracking, 'environmentOf'>
  secrets: Pick<Secrets, 'open'>
  tasksFolder: string
  graceSeconds: number
  /** Milliseconds that a registry is waited for, from the first start that it kept back. */
  registryPatience: Readonly<Record<RegistryTrouble, number>>
  /** Bytes that a task may have on the disk; not limited when not given. */
  outputBytes?: number | undefined
}

/** What the steps of one task run share. */
export interface TaskRunContext extends TaskRunNeeds {
  taskId: string
  folders: ReturnType<typeof taskFolders>
  /** Since when, in milliseconds since 1970, starts fail for a trouble, without anything of the image fetched since. */
  troubledSince: Map<RegistryTrouble, number>
  /** Aborts when the server lets go of the task. */
  shutdown: AbortSignal
  /** Aborts when the server lets go of the task, or somebody asks for its end. */
  interrupted: AbortSignal
  current(): Promise<TaskRow>
  change(change: TaskChange): Promise<void>
}

export function contextOf(
  needs: TaskRunNeeds,
  taskId: string,
  signals: { left: AbortSignal; stopping: AbortSignal },
): TaskRunContext {
  const { store, events } = needs
  return {
    ...needs,
    taskId,
    troubledSince: new Map(),
    folders: taskFolders(needs.tasksFolder, taskId),
    shutdown: signals.left,
    interrupted: AbortSignal.any([signals.left, signals.stopping]),
    async current() {
      const row = await store.find(taskId)
      if (!row) throw new Error(`the task ${taskId} is gone`)
      return row
    },
    async change(change) {
      await store.change(taskId, change)
      events.publish({ type: 'task-changed', taskId })
    },
  }
}
