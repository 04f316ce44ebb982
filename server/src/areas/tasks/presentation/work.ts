import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Work, WorkStatus } from '@vermilion/contract/kernel/work'
import type { TaskStatus } from '@vermilion/contract/tasks'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { WorkSource } from '#platform/work/work'
import { sayReason } from '../running/reasons.ts'
import type { TaskStore } from '../store.ts'
import type { TaskRow } from '../rows/task-row.ts'

const statuses: Readonly<Record<TaskStatus, WorkStatus>> = {
  queuing: 'waiting',
  running: 'running',
  success: 'success',
  failed: 'failed',
  stopped: 'stopped',
}

interface Needs {
  readonly clock: Clock
  readonly store: TaskStore
  progress(taskId: string): Progress | null
  stop(taskId: string, by: string): Promise<void>
}

export function taskWork({ clock, store, progress, stop }: Needs): WorkSource {
  function present(row: TaskRow): Work | undefined {
    if (row.kind === 'external') return undefined
    const reason = readJson(row.reason)
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      status: statuses[row.status],
      reason: { en: sayReason(reason, 'en-US'), zh: sayReason(reason, 'zh-CN') },
      progress: progress(row.id) ?? readJson(row.progress),
      owner: row.creator,
      leadsTo: { page: 'task', id: row.id },
      stoppable: row.endedAt === null && row.stopAccount === null,
      startedAt: row.createdAt,
      updatedAt: row.endedAt ?? clock.time(),
      endedAt: row.endedAt,
    }
  }

  return {
    name: 'task',
    list: async ({ owner, since }) => (await store.shown(owner, since)).flatMap((row) => present(row) ?? []),
    async find(id) {
      const row = await store.find(id)
      return row === undefined ? undefined : present(row)
    },
    stop,
    about: (event) => (event.type === 'task-changed' ? event.taskId : undefined),
  }
}
