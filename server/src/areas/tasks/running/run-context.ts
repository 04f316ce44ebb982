import type { Executor, RegistryTrouble } from '#areas/executors'
import type { Secrets } from '#platform/secrets/secrets'
import type { Platform } from '#platform/platform'
import type { DataSources } from '../data/data-sources.ts'
import type { TaskEnvironments } from '../environments/task-environments.ts'
import type { StartTurn } from './start-turns.ts'
import { taskFolders } from './task-folders.ts'
import type { ImageCatalogue } from '../images/images.ts'
import type { TaskFiles } from '../stored/task-files.ts'
import type { TaskStore } from '../store.ts'
import type { TaskChange, TaskRow } from '../rows/task-row.ts'

/** Variables that another area gives to a task's program, in view of those that the task has of its own. */
export type ProgramVariables = (
  taskId: string,
  own: Readonly<Record<string, string>>,
) => Promise<Readonly<Record<string, string>>>

export interface TaskRunNeeds extends Pick<Platform, 'clock' | 'events' | 'lead' | 'log'> {
  store: TaskStore
  files: Pick<TaskFiles, 'store' | 'takeOver' | 'at'>
  executor: Executor
  /** Where the engine queues. */
  turn: StartTurn | undefined
  images: ImageCatalogue
  sources: DataSources
  variablesOf: ProgramVariables
  environments: Pick<TaskEnvironments, 'prepare'>
  secrets: Pick<Secrets, 'open'>
  tasksFolder: string
  graceSeconds: number
  /** Milliseconds to retry an unreachable registry, from the first failed start. */
  registryPatience: Readonly<Record<RegistryTrouble, number>>
  /** Disk quota in bytes; undefined for no limit. */
  outputBytes?: number | undefined
}

export interface TaskRunContext extends TaskRunNeeds {
  taskId: string
  folders: ReturnType<typeof taskFolders>
  /** Start of the current series of failed starts, in milliseconds since 1970; progress of the pull resets it. */
  troubledSince: Map<RegistryTrouble, number>
  /** Since when the image of a run cannot be fetched, in milliseconds since 1970. */
  unavailableSince: Map<string, number>
  shutdown: AbortSignal
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
    unavailableSince: new Map(),
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
