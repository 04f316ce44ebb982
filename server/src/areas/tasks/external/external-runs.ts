import { mkdir } from 'node:fs/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import { isSilent, type ExternalRun } from '@vermilion/contract/tasks/external/external-runs'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { TaskStatus } from '@vermilion/contract/tasks'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { taskDeleted } from '../removal/removal.job.ts'
import { externalStatus } from '../rules.ts'
import { reason } from '../running/reasons.ts'
import type { taskFolders } from '../running/task-folders.ts'
import type { TaskRow } from '../rows/task-row.ts'
import { taskEnded } from '../scheduling/settlement.ts'
import type { TaskFiles } from '../stored/task-files.ts'
import type { TaskStore } from '../store.ts'
import { externalRow } from './external-row.ts'
import { createExternalStore, type ExternalRunRow, type ExternalTask } from './external-store.ts'

interface ExternalNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  store: TaskStore
  files: Pick<TaskFiles, 'store'>
  folders(taskId: string): ReturnType<typeof taskFolders>
  headlineOf(taskId: string): Promise<TaskHeadline | null>
}

type NewRun = Pick<ExternalRunRow, 'experimentId' | 'parentId' | 'host' | 'userName' | 'client'> &
  Pick<TaskRow, 'name' | 'creator'> & { readonly id?: string; readonly startedAt: string }

interface RunChange {
  readonly name?: string
  readonly status?: Exclude<TaskStatus, 'queuing'>
  readonly endedAt?: string | undefined
  readonly isDeleted?: boolean
}

/** Milliseconds between two times that a row has of a run that speaks all the time. */
const heardStep = 10_000

export type ExternalRuns = ReturnType<typeof createExternalRuns>

/** Tasks that run elsewhere: what their programs say of themselves is what is known of them. */
export function createExternalRuns({ database, clock, events, store, files, folders, headlineOf }: ExternalNeeds) {
  const runs = createExternalStore(database)
  const heardTimes = new Map<string, number>()
  events.listen(taskDeleted, async ({ taskId }) => void heardTimes.delete(taskId))
  const tell = (taskId: string) => events.publish({ type: 'task-changed', taskId })

  async function step(taskId: string, status: TaskStatus, change: Parameters<TaskStore['step']>[2]): Promise<void> {
    const isEnd = status !== 'running'
    const headline = isEnd ? await headlineOf(taskId) : null
    if (isEnd) await files.store({ id: taskId, kind: 'external' })
    await database.transaction(async () => {
      const last = headline === null ? {} : { headline: writeJson(headline) }
      if (!(await store.step(taskId, status, { ...change, ...last }, externalStatus.sources(status)))) return
      if (isEnd) await events.emit(taskEnded, { taskId, kind: 'external', status: status as 'success' })
      tell(taskId)
    })
  }

  return {
    ...runs,

    /** Calls `keep` in the same transaction. */
    async create(
      { id = newId(), name, creator, startedAt, ...run }: NewRun,
      keep: (task: TaskRow) => Promise<void>,
    ): Promise<TaskRow> {
      const task = externalRow({ id, name, creator, startedAt, createdAt: clock.time() })
      await mkdir(folders(task.id).output, { recursive: true })
      await database.transaction(async () => {
        await store.add(task)
        await runs.add({ ...run, taskId: task.id, heardAt: clock.time(), deletedAt: null })
        await keep(task)
        tell(task.id)
      })
      return task
    },

    /** A run that speaks all the time writes a row now and then alone, and lists are told only of one that was silent. */
    async heard({ task, run }: ExternalTask): Promise<void> {
      const now = clock.now()
      const last = heardTimes.get(run.taskId)
      if (last !== undefined && now - last < heardStep) return
      heardTimes.set(run.taskId, now)
      await runs.change(run.taskId, { heardAt: clock.time() })
      if (isSilent(task.status, run, now)) tell(run.taskId)
    },

    async note(taskId: string, { name, status, endedAt, isDeleted }: RunChange): Promise<void> {
      if (name !== undefined) await store.change(taskId, { name })
      if (isDeleted !== undefined) await runs.change(taskId, { deletedAt: isDeleted ? clock.time() : null })
      const end = status === 'running' ? null : (endedAt ?? clock.time())
      if (status !== undefined) await step(taskId, status, { reason: reason('none'), endedAt: end })
      else tell(taskId)
    },

    /** Its program cannot be reached: from here on the run counts as stopped, until its program says otherwise. */
    async stop(taskId: string, account: string): Promise<void> {
      const task = await store.find(taskId)
      if (task?.status !== 'running') throw fail('task.ended', { status: task?.status ?? '' })
      await step(taskId, 'stopped', { reason: reason('stopped', { account }), endedAt: clock.time() })
    },

    async present(rows: readonly Pick<TaskRow, 'id' | 'kind'>[]): Promise<Map<string, ExternalRun>> {
      const ids = rows.flatMap(({ id, kind }) => (kind === 'external' ? [id] : []))
      const presented = ids.length === 0 ? [] : await runs.presented(ids)
      return new Map(presented.map((run) => [run.taskId, externalRunOf(run)]))
    },
  }
}

type Presented = Awaited<ReturnType<ReturnType<typeof createExternalStore>['presented']>>[number]

function externalRunOf({ parentId, parentName, nestedRuns, userName, deletedAt, ...run }: Presented): ExternalRun {
  const { host, client, experiment, heardAt } = run
  const parent = parentId === null || parentName === null ? null : { id: parentId, name: parentName }
  const more = { parent, nestedRuns: nestedRuns ?? 0, isDeleted: deletedAt !== null }
  return { host, user: userName, client, experiment, heardAt, ...more }
}
