import { isBroken } from '#areas/resources'
import type { RunHandle, RunStatus } from '#areas/resources'
import { readJson } from '#platform/database/columns'
import type { WakeSignal } from '../scheduling/wake-signal.ts'
import type { TaskRunContext } from './run-context.ts'
import { deadlineOf } from './endings.ts'
import type { Output } from '../results/output.ts'
import { isUsedUp, reason } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { createDiskQuotaWatch } from '../disk/disk-quota.ts'

/** Milliseconds between two looks at a run when nothing wakes the server before. */
export const lookInterval = 1_000

/** What a watch sees on its way. */
export interface Watch {
  wakeSignal: WakeSignal
  look(handle: RunHandle): Promise<Output>
}

/**
 * Watches a run until it is over, and stops it when its task's row asks for that, an instance failed or it has used up
 * what it may. Wake-ups only make the next look come sooner. Answers undefined when the server lets go of the run.
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
  let stopping = false
  let reported = ''
  try {
    for (;;) {
      const status: RunStatus = await executor.status(handle)
      await noteAway(context, status)
      const output = await watch.look(handle)
      if (JSON.stringify(output) !== reported) tellOutput(context, output)
      reported = JSON.stringify(output)
      if (context.shutdown.aborted) return undefined
      if (status.phase !== 'running') return status
      if (!stopping && (isBroken(status) || (await mustEnd(context, checkDiskQuota)))) {
        stopping = true
        void stopRun(context, handle).finally(() => {
          stopping = false
          watch.wakeSignal.ring()
        })
      }
      await watch.wakeSignal.wait(lookInterval)
    }
  } finally {
    unwatch()
  }
}

/** That a run cannot be asked for now is told, and told no more once it can. */
async function noteAway({ current, change }: TaskRunContext, { isAway = false, phase }: RunStatus): Promise<void> {
  const { name } = readJson((await current()).reason)
  if (isAway && name === 'none') await change({ reason: reason('run-away') })
  if (!isAway && phase === 'running' && name === 'run-away') await change({ reason: reason('none') })
}

/** Somebody asks for the end, or time or room are up, which is noted before anything else happens. */
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

function tellOutput({ events, taskId }: TaskRunContext, { logSize, metricRows }: Output): void {
  events.publish({ type: 'task-output', taskId, logSize, metricRows })
  events.publish({ type: 'task-changed', taskId })
}

async function stopRun({ executor, graceSeconds, log, taskId }: TaskRunContext, handle: RunHandle): Promise<void> {
  try {
    await executor.stop(handle, { graceSeconds })
  } catch (error) {
    log.error({ err: error, taskId }, 'a task could not be stopped; it is tried again')
  }
}
