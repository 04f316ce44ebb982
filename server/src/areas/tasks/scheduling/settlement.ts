import { setTimeout as delay } from 'node:timers/promises'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { TaskKind } from '@vermilion/contract/tasks'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import { topic } from '#platform/events/events'
import { readJson, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { dropOwn } from '../data/own-data.ts'
import type { Pools } from '../pools/pools.ts'
import { taskStatus } from '../rules.ts'
import type { Ending } from '../running/endings.ts'
import { isUsedUp, reason } from '../running/reasons.ts'
import type { TaskRow } from '../rows/task-row.ts'
import { taskFolders } from '../running/task-folders.ts'
import type { TaskFiles } from '../stored/task-files.ts'
import type { TaskStore } from '../store.ts'

/** Published inside the transaction that ends a task. */
export const taskEnded = topic<{ taskId: string; kind: TaskKind; status: Ending['status'] }>('task-ended')

export interface SettlementNeeds extends Pick<Platform, 'database' | 'events' | 'log'> {
  store: TaskStore
  files: Pick<TaskFiles, 'store'>
  pools: Pools
  tasksFolder: string
  headlineOf(taskId: string): Promise<TaskHeadline | null>
  shutdown: AbortSignal
}

const firstWaitMs = 1_000
const maxWaitMs = 60_000

export function createSettlement(needs: SettlementNeeds) {
  const { store, files, database, events, log, pools, tasksFolder, shutdown, headlineOf } = needs

  async function writeEnding(taskId: string, { status, ...ending }: Ending): Promise<void> {
    const last = await headlineOf(taskId).catch(() => null)
    const headline = last === null ? {} : { headline: writeJson(last) }
    const task = await database.transaction(async () => {
      const row = await store.find(taskId)
      if (!row || !(await store.step(taskId, status, { ...ending, ...headline }))) return null
      events.publish({ type: 'task-changed', taskId })
      await events.emit(taskEnded, { taskId, kind: row.kind, status })
      return row
    })
    if (task !== null) log.info({ taskId, name: task.name, kind: task.kind, status }, 'a task ended')
  }

  async function noteWaiting({ id: taskId, reason: why }: TaskRow, { problem }: StoreUnreachable): Promise<void> {
    if (isUsedUp(readJson(why))) return
    await store.change(taskId, { reason: reason('files-waiting', { problem }) })
    events.publish({ type: 'task-changed', taskId })
  }

  async function forgetRun(taskId: string): Promise<void> {
    const row = await store.find(taskId)
    if (row === undefined) return
    await dropOwn(row, taskFolders(tasksFolder, taskId)).catch((error: unknown) =>
      log.warn({ err: error, taskId }, 'what was copied for a task could not be removed'),
    )
    const executor = await pools.executorOf(row.pool)
    for (const handle of [row.handle, row.staleHandle]) {
      if (handle === null) continue
      await executor
        .clean(handle)
        .catch((error: unknown) => log.warn({ err: error, handle }, 'a run could not be cleaned up'))
    }
  }

  return {
    /** Stores the ending, retrying without limit: an ended task must not keep its slot or status. */
    async settle(taskId: string, ending: Ending): Promise<void> {
      for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, maxWaitMs)) {
        const row = await store.find(taskId).catch(() => undefined)
        try {
          // Whoever is told of the end finds its files, on whatever machine.
          if (row !== undefined) await files.store(row)
          await writeEnding(taskId, ending)
          break
        } catch (error) {
          if (row !== undefined && error instanceof StoreUnreachable) await noteWaiting(row, error)
          log.error({ err: error, taskId }, 'the end of a task could not be written down; it is tried again')
          if (shutdown.aborted) return
          await delay(wait, undefined, { signal: shutdown }).catch(() => undefined)
        }
      }
      await forgetRun(taskId).catch((error: unknown) =>
        log.warn({ err: error, taskId }, 'the run of a task could not be forgotten'),
      )
    },

    async forgetEnded(): Promise<void> {
      for (const executor of await pools.executors()) {
        for (const { handle } of await executor.list().catch(() => [])) {
          if (shutdown.aborted) return
          const row = await store.byHandle(handle)
          if (row && taskStatus.isEnd(row.status)) await forgetRun(row.id)
        }
      }
    },
  }
}
