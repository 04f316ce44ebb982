import type { Progress } from '@vermilion/contract/kernel/fields'
import { beginRun, noteImage, prepareAgain } from './launch.ts'
import { createWakeSignal } from '../scheduling/wake-signal.ts'
import { contextOf } from './run-context.ts'
import type { RunHandle } from '#areas/executors'
import type { TaskRunNeeds } from './run-context.ts'
import { exited, failed, stopped } from './endings.ts'
import type { Ending } from './endings.ts'
import { readJson } from '#platform/database/columns'
import { createOutputReader, readEarlyEnd } from '../results/output.ts'
import { firstInstance, storeInstances } from './instances.ts'
import { lossOf } from './note-phase.ts'
import { isUsedUp, reason } from './reasons.ts'
import { forgetStale, scheduleRestart, canResume, withFailure } from '../scheduling/restarts.ts'
import type { TaskRow } from '../rows/task-row.ts'
import { pollIntervalMs, watchRun } from './watch-run.ts'

const startRetryInterval = 5_000
/** Longest reliable delay of a timer, in milliseconds. */
const maxSleepMs = 60_000

export type TaskRun = ReturnType<typeof followTaskRun>

/** Follows one running task from its start to its end, and can resume at any point. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function followTaskRun(needs: TaskRunNeeds, taskId: string) {
  const shutdown = new AbortController()
  const stopping = new AbortController()
  const wakeSignal = createWakeSignal()
  const context = contextOf(needs, taskId, { left: shutdown.signal, stopping: stopping.signal })
  const readOutput = createOutputReader({
    executor: needs.executor,
    instance: async () => firstInstance(await context.current()),
    outputFolder: context.folders.output,
  })
  let progress: Progress | null = null

  const readProgress: typeof readOutput = async (handle) => {
    const output = await readOutput(handle)
    progress = output.progress
    return output
  }

  async function follow(): Promise<Ending | undefined> {
    await context.files.takeOver(taskId)
    for (;;) {
      const row = await context.current()
      await forgetStale(context, row)
      const started = row.handle ?? (await startWhenDue(row))
      needs.turn?.end()
      if (started === undefined) return undefined
      if (started === null) {
        await wakeSignal.wait(startRetryInterval)
        if (shutdown.signal.aborted) return undefined
        continue
      }
      if (typeof started !== 'string') {
        if (await scheduleRestart(context, started, null)) continue
        return withFailure(context, started)
      }
      if (row.handle !== null) await prepareAgain(context, row, row.handle)
      // Also for adopted runs. The engine may be slow, so watch meanwhile.
      const noting = noteImage(context, started)
      const status = await watchRun(context, started, { wakeSignal, readOutput: readProgress })
      if (!status) return undefined
      await noting
      await storeInstances(context.folders.instances, status.instances)
      const now = await context.current()
      const endedAt = status.endedAt?.toISOString() ?? needs.clock.time()
      const loss = lossOf(status)
      if (status.exit && loss === undefined) {
        const early = await readEarlyEnd(context.folders.output)
        const ending = { ...exited(now, status.exit, { endedAt, early }), progress }
        if (await scheduleRestart(context, ending, started)) continue
        return withFailure(context, ending, status)
      }
      // Remove a lost run's leftovers before another one writes into the folder.
      await needs.executor.clean(started)
      if (now.stopAccount !== null) return { ...stopped(now, endedAt), progress }
      const why = readJson(now.reason)
      const lost = { ...failed(isUsedUp(why) ? why : (loss ?? reason('lost')), endedAt), progress }
      if (isUsedUp(lost.reason)) return withFailure(context, lost, status)
      if (await scheduleRestart(context, lost, null)) continue
      if (!(await canResume(context, now))) return withFailure(context, lost, status)
      const restartCount = now.restartCount + 1
      await context.change({ handle: null, restartCount, restartAt: null, reason: reason('restarted') })
    }
  }

  /** Waits until the next attempt is due or a stop is requested; undefined after `leave`. */
  async function startWhenDue(row: TaskRow): Promise<RunHandle | Ending | null | undefined> {
    for (let now = row; now.restartAt !== null && now.stopAccount === null; now = await context.current()) {
      const left = Date.parse(now.restartAt) - needs.clock.now()
      if (left <= 0) break
      await wakeSignal.wait(Math.min(left, maxSleepMs))
      if (shutdown.signal.aborted) return undefined
    }
    return beginRun(context, await context.current())
  }

  /** Retries after the server's own errors (disk full, database busy), which must not decide a task's result. */
  async function persist(): Promise<Ending | undefined> {
    while (!shutdown.signal.aborted) {
      try {
        return await follow()
      } catch (error) {
        if (shutdown.signal.aborted) break
        needs.log.error({ err: error, taskId }, 'a task could not be followed; it is tried again')
        await wakeSignal.wait(pollIntervalMs)
      }
    }
    return undefined
  }

  return {
    progress: () => progress,
    stopAsked() {
      stopping.abort()
      wakeSignal.ring()
    },
    /** Stops following without ending the run, when the server stops. */
    leave() {
      shutdown.abort()
      wakeSignal.ring()
    },
    /** The task's ending, or undefined after `leave`. */
    end: persist(),
  }
}
