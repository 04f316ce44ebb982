import { setTimeout as delay } from 'node:timers/promises'
import { isBroken } from '#areas/executors'
import { isOver } from '#areas/executors'
import type { RunHandle, RunStatus } from '#areas/executors'
import { notePhase, waitingReasons } from './note-phase.ts'
import { readJson } from '#platform/database/columns'
import type { WakeSignal } from '../scheduling/wake-signal.ts'
import type { TaskRow } from '../rows/task-row.ts'
import type { TaskRunContext } from './run-context.ts'
import { deadlineOf } from './endings.ts'
import type { Output } from '../results/output.ts'
import { isUsedUp, reason } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { createDiskQuotaWatch } from '../disk/disk-quota.ts'

export const pollIntervalMs = 1_000
/** An engine that queues by itself tells of changes. */
const toldIntervalMs = 5_000

export interface Watch {
  wakeSignal: WakeSignal
  readOutput(handle: RunHandle): Promise<Output>
}

/**
 * Stops a run on request, on an instance's failure or at a limit. Wake signals only make the next check earlier. Undefined when
 * the server stops.
 */
export async function watchRun(context: TaskRunContext, handle: RunHandle, watch: Watch) {
  const { executor } = context
  const unwatch = executor.adopt(handle, watch.wakeSignal.ring)
  const mounts = readJson((await context.current()).mounts)
  const checkDiskQuota = createDiskQuotaWatch({
    outputFolder: context.folders.output,
    logFolder: context.folders.folder,
    copies: mounts.flatMap(({ ownBytes: bytes }, position) =>
      bytes === undefined ? [] : [{ folder: context.folders.mount(position), bytes }],
    ),
    outputBytes: context.outputBytes,
  })
  const checkIntervalMs = executor.capabilities.queues ? toldIntervalMs : 0
  let stopping = false
  let reported: Output | undefined

  async function reportOutput(): Promise<void> {
    const output = await watch.readOutput(handle)
    tellOutput(context, output, reported)
    reported = output
  }

  try {
    for (;;) {
      const checkedAt = performance.now()
      const status: RunStatus = await executor.status(handle)
      const row = await context.current()
      await noteAway(context, row, status)
      await notePhase(context, row, status)
      const isWaiting = executor.capabilities.queues && (status.phase === 'queued' || status.phase === 'starting')
      if (!isWaiting) await reportOutput()
      if (context.shutdown.aborted) return undefined
      if (isOver(status.phase)) return status
      if (!stopping && (isBroken(status) || (await mustEnd(context, checkDiskQuota)))) {
        stopping = true
        void stopRun(context, handle).finally(() => {
          stopping = false
          watch.wakeSignal.ring()
        })
      }
      let isRung = await watch.wakeSignal.wait(isWaiting ? toldIntervalMs : pollIntervalMs)
      const isDue = () => performance.now() >= checkedAt + checkIntervalMs || context.clock.now() >= deadlineOf(row)
      while (!isRung && !isWaiting && !isDue()) {
        await reportOutput()
        isRung = await watch.wakeSignal.wait(pollIntervalMs)
      }
    }
  } finally {
    unwatch()
  }
}

const awayReasons: readonly Reason['name'][] = ['run-away', 'engine-away']

async function noteAway(
  { change, executor, clock }: TaskRunContext,
  row: TaskRow,
  { isAway = false }: RunStatus,
): Promise<void> {
  const { name } = readJson(row.reason)
  const why = executor.capabilities.device ? reason('run-away') : reason('engine-away', { since: clock.time() })
  if (isAway && (name === 'none' || waitingReasons.includes(name))) await change({ reason: why })
  if (!isAway && awayReasons.includes(name)) await change({ reason: reason('none') })
}

async function mustEnd(context: TaskRunContext, checkDiskQuota: () => Promise<Reason | null>): Promise<boolean> {
  const row = await context.current()
  if (row.stopAccount !== null || row.timedOut === 1 || isUsedUp(readJson(row.reason))) return true
  const usedUp = await checkDiskQuota()
  if (usedUp !== null) await context.change({ reason: usedUp })
  if (usedUp !== null) return true
  if (context.clock.now() < deadlineOf(row)) return false
  await context.change({ timedOut: 1 })
  return true
}

/** A log may grow all the time, and is not what lists of tasks show. */
function tellOutput({ events, taskId }: TaskRunContext, output: Output, previous: Output | undefined): void {
  const { logSize, metricRows, progress } = output
  const isProgress = metricRows !== previous?.metricRows || progress !== previous.progress
  if (isProgress || logSize !== previous.logSize) events.publish({ type: 'task-output', taskId, logSize, metricRows })
  if (isProgress) events.publish({ type: 'task-changed', taskId })
}

async function stopRun({ executor, graceSeconds, log, taskId }: TaskRunContext, handle: RunHandle): Promise<void> {
  try {
    await executor.stop(handle, { graceSeconds })
  } catch (error) {
    log.error({ err: error, taskId }, 'a task could not be stopped; it is tried again')
    await delay(pollIntervalMs, undefined, { ref: false })
  }
}
