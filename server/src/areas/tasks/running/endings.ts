import type { Progress } from '@vermilion/contract/kernel/fields'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import { firstFailed } from '#areas/executors'
import type { RunStatus } from '#areas/executors'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { EarlyEnd } from '../results/output.ts'
import { isUsedUp, reason, reasons, stopReason } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { outcome } from '../rules.ts'
import type { Failed } from './failure.ts'
import type { TaskRow } from '../rows/task-row.ts'

export interface Ending {
  status: 'success' | 'failed' | 'stopped'
  reason: Reason
  endedAt: string
  progress?: Progress | null
  failure?: Failed | null
}

export const failed = (why: Reason, endedAt: string): Ending => ({ status: 'failed', reason: why, endedAt })

export function stopped(row: TaskRow, endedAt: string): Ending {
  return { status: 'stopped', reason: stopReason('stopped', row.stopAccount ?? ''), endedAt }
}

/** Deadline in milliseconds since 1970; Infinity without a limit. */
export function deadlineOf({ startedAt, timeLimitSeconds }: TaskRow): number {
  return startedAt === null || timeLimitSeconds === null ? Infinity : Date.parse(startedAt) + timeLimitSeconds * 1_000
}

export function cutOff(row: TaskRow, clock: Clock): Ending | undefined {
  if (row.stopAccount !== null) return stopped(row, clock.time())
  return clock.now() < deadlineOf(row) ? undefined : outOfTime(row, clock.time())
}

const outOfTime = (row: TaskRow, endedAt: string) =>
  failed(reason('time-limit', { seconds: row.timeLimitSeconds ?? 0 }), endedAt)

/** Ending by a run's exit. An exit before the stop request counts as the run's own. */
export function exited(
  row: TaskRow,
  { code, signal }: NonNullable<RunStatus['exit']>,
  { endedAt, early }: { endedAt: string; early: EarlyEnd | null },
): Ending {
  // A run that was stopped in its engine's queue never began.
  const stopCame = row.stopAskedAt !== null && (row.startedAt === null || endedAt >= row.stopAskedAt)
  if (row.timedOut === 1 && !stopCame) return outOfTime(row, endedAt)
  const why = readJson(row.reason)
  if (isUsedUp(why) && !stopCame) return failed(why, endedAt)
  const status = outcome(code, stopCame)
  if (status === 'stopped') return stopped(row, endedAt)
  if (status === 'success') {
    if (early === null) return { status, reason: reason('none'), endedAt }
    const { done, total, kept } = early
    return { status, reason: reason('ended-early', { done, total, kept }), endedAt }
  }
  return failed(signal === null ? reason('exit-code', { code }) : reason('signal', { code, signal }), endedAt)
}

const ofAll: readonly Reason['name'][] = ['time-limit', 'output-limit', 'disk-reserve', 'image-unavailable']

/** Says which of several instances failed first, and where. */
export function ofFirstFailed(why: Reason, status: RunStatus): Reason {
  const first = firstFailed(status)
  if (status.instances.length < 2 || first === undefined || ofAll.includes(why.name)) return why
  const { role, index, node = null } = first
  const where = node === null ? '' : { en: ` on ${node}`, zh: `（${node}）` }
  return reason('first-failed', { instance: `${role}-${index}`, where, what: sayInBoth(reasons[why.name], why.values) })
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
