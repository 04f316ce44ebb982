import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { firstFailed } from '#areas/executors'
import type { RunHandle, RunStatus } from '#areas/executors'
import { readJson } from '#platform/database/columns'
import type { TaskRunContext } from '../running/run-context.ts'
import { deadlineOf, ofFirstFailed } from '../running/endings.ts'
import type { Ending } from '../running/endings.ts'
import { failureOf } from '../running/failure.ts'
import { firstInstance } from '../running/instances.ts'
import { reason } from '../running/reasons.ts'
import type { Reason } from '../running/reasons.ts'
import type { TaskRow } from '../rows/task-row.ts'

/** Lost runs restart from their checkpoint this often, independent of the task's restart policy. */
const usualLostRestarts = 1
const maxBackoffSeconds = 3_600
/** Bytes at the end of a log that are searched for the cause of a failure. */
const searchedBytes = 65_536

/** Reasons that a restart would not change. */
const final: ReadonlySet<Reason['name']> = new Set([
  'time-limit',
  'data-failed',
  'output-limit',
  'disk-reserve',
  'registry-unknown',
])

/** Stores a restart if the failed task gets one. The failed run is cleaned afterwards. */
export async function scheduleRestart(
  context: TaskRunContext,
  ending: Ending,
  run: RunHandle | null,
): Promise<boolean> {
  if (ending.status !== 'failed' || final.has(ending.reason.name)) return false
  const row = await context.current()
  const { limit, backoffSeconds } = readJson(row.restarts)
  if (row.restartCount >= limit || row.stopAccount !== null) return false
  const wait = Math.min(backoffSeconds * 2 ** row.restartCount, maxBackoffSeconds)
  const at = context.clock.now() + wait * 1_000
  if (at >= deadlineOf(row)) return false
  const restartAt = new Date(at).toISOString()
  const attempt = row.restartCount + 1
  const why = reason('retrying', { attempt, at: restartAt })
  await context.change({ handle: null, staleHandle: run, restartCount: attempt, restartAt, reason: why })
  return true
}

export async function forgetStale({ executor, change }: TaskRunContext, { staleHandle }: TaskRow): Promise<void> {
  if (staleHandle === null) return
  await executor.clean(staleHandle)
  await change({ staleHandle: null })
}

export async function canResume({ images, folders }: TaskRunContext, row: TaskRow): Promise<boolean> {
  const { checkpoint, lostRestarts = usualLostRestarts } = images[row.image] ?? {}
  const most = Math.max(lostRestarts, readJson(row.restarts).limit)
  if (checkpoint === undefined || row.restartCount >= most) return false
  return access(join(folders.output, checkpoint)).then(
    () => true,
    () => false,
  )
}

export async function withFailure(context: TaskRunContext, ending: Ending, status?: RunStatus): Promise<Ending> {
  if (ending.status !== 'failed') return ending
  const row = await context.current()
  const name = (status && firstFailed(status)?.name) ?? firstInstance(row)
  const part = status === undefined ? null : await lastOf(context, status.handle, name)
  const log = part?.bytes.toString('utf8') ?? ''
  const { timeLimitSeconds } = row
  const why = status === undefined ? ending.reason : ofFirstFailed(ending.reason, status)
  return {
    ...ending,
    reason: why,
    failure: failureOf({ why: ending.reason, exit: status?.exit ?? null, log, timeLimitSeconds }),
  }
}

const lastOf = ({ executor }: TaskRunContext, handle: RunHandle, instance: string) =>
  executor.logs(handle, instance, { offset: -searchedBytes, limit: searchedBytes }).catch(() => null)
