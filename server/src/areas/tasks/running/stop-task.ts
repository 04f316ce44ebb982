import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Platform } from '#platform/platform'
import { taskStatus } from '../rules.ts'
import type { Scheduler } from '../scheduling/scheduler.ts'
import { taskEnded } from '../scheduling/settlement.ts'
import type { TaskStore } from '../store.ts'
import type { TaskRow } from '../rows/task-row.ts'
import { stopReason } from './reasons.ts'

/** Milliseconds beyond the grace period after which a stop request fails. */
const stopMargin = 5_000

interface StopNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  store: TaskStore
  scheduler: Scheduler
  graceSeconds: number
  row(taskId: string): Promise<TaskRow>
  /** A stopped queued task may unblock others. */
  requestDispatch(): void
}

export async function stopTask(taskId: string, account: string, needs: StopNeeds): Promise<void> {
  const { store, scheduler, database, events, clock, graceSeconds } = needs
  const { status, kind } = await needs.row(taskId)
  if (taskStatus.isEnd(status)) throw fail('task.ended', { status })
  const change = { reason: stopReason('stopped', account), endedAt: clock.time() }
  const wasQueuing = await database.transaction(async () => {
    const isStopped = await store.stopWaiting(taskId, change)
    if (isStopped) await events.emit(taskEnded, { taskId, kind, status: 'stopped' })
    return isStopped
  })
  if (!wasQueuing) await store.askStop(taskId, { account, at: clock.time(), why: stopReason('stopping', account) })
  events.publish({ type: 'task-changed', taskId })
  if (wasQueuing) return needs.requestDispatch()
  const timeout = delay(graceSeconds * 1_000 + stopMargin, 'late', { ref: false })
  const late = (await Promise.race([scheduler.stop(taskId), timeout])) === 'late'
  if (late) throw fail('task.stop-failed', { taskId })
}
