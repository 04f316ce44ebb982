import type { Progress } from '@vermilion/contract/kernel/fields'
import { beginRun, noteImage } from './launch.ts'
import { createWakeSignal } from '../scheduling/wake-signal.ts'
import { contextOf } from './run-context.ts'
import type { RunHandle } from '#areas/resources'
import type { TaskRunNeeds } from './run-context.ts'
import { exited, failed, stopped } from './endings.ts'
import type { Ending } from './endings.ts'
import { createOutputReader, readEarlyEnd } from '../results/output.ts'
import { firstInstance, keepInstances } from './instances.ts'
import { reason } from './reasons.ts'
import { forgetStale, scheduleRestart, canResume, withFailure } from '../scheduling/restarts.ts'
import type { TaskRow } from '../task-row.ts'
import { lookInterval, watchRun } from './watch-run.ts'

/** Milliseconds until a command that cannot be started just now is tried again. */
const startRetryInterval = 5_000
/** Milliseconds that a timer can wait for certain. */
const longestSleep = 60_000

/** The way of one running task from its place in the pool to its end, taken up at any point of it. */
export interface TaskRun {
  /** What the program last said of itself. */
  progress(): Progress | null
  /** The row asks for a stop now. */
  stopAsked(): void
  /** Lets go of the task without touching it: the server ends, the run goes on. */
  leave(): void
  /** How the task ended, or undefined after `leave`. */
  readonly end: Promise<Ending | undefined>
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function followTaskRun(needs: TaskRunNeeds, taskId: string): TaskRun {
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

  const look: typeof readOutput = async (handle) => {
    const output = await readOutput(handle)
    progress = output.progress
    return output
  }

  async function follow(): Promise<Ending | undefined> {
    for (;;) {
      const row = await context.current()
      await forgetStale(context, row)
      const started = row.handle ?? (await startWhenDue(row))
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
      // Also of a run that an earlier server began. An engine may take its time to answer, and the run is watched meanwhile.
      const noting = noteImage(context, started)
      const status = await watchRun(context, started, { wakeSignal, look })
      if (!status) return undefined
      await noting
      await keepInstances(context.folders.instances, status.instances)
      const now = await context.current()
      const endedAt = status.endedAt?.toISOString() ?? needs.clock.time()
      if (status.exit) {
        const early = await readEarlyEnd(context.folders.output)
        const ending = { ...exited(now, status.exit, { endedAt, early }), progress }
        if (await scheduleRestart(context, ending, started)) continue
        return withFailure(context, ending, status)
      }
      // What a lost run left behind must be gone before another writes into the same folder.
      await needs.executor.clean(started)
      if (now.stopAccount !== null) return { ...stopped(now, endedAt), progress }
      const lost = { ...failed(reason('lost'), endedAt), progress }
      if (!(await canResume(context, now))) return withFailure(context, lost, status)
      const restartCount = now.restartCount + 1
      await context.change({ handle: null, restartCount, restartAt: null, reason: reason('restarted') })
    }
  }

  /** Waits out the time until the next attempt, unless somebody asks for the end; undefined after `leave`. */
  async function startWhenDue(row: TaskRow): Promise<RunHandle | Ending | null | undefined> {
    for (let now = row; now.restartAt !== null && now.stopAccount === null; now = await context.current()) {
      const left = Date.parse(now.restartAt) - needs.clock.now()
      if (left <= 0) break
      await wakeSignal.wait(Math.min(left, longestSleep))
      if (shutdown.signal.aborted) return undefined
    }
    return beginRun(context, await context.current())
  }

  /** A fault of the server's own (a full disk, a busy database) must not decide a task, so the way is taken up again. */
  async function persist(): Promise<Ending | undefined> {
    while (!shutdown.signal.aborted) {
      try {
        return await follow()
      } catch (error) {
        if (shutdown.signal.aborted) break
        needs.log.error({ err: error, taskId }, 'a task could not be followed; it is tried again')
        await wakeSignal.wait(lookInterval)
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
    leave() {
      shutdown.abort()
      wakeSignal.ring()
    },
    end: persist(),
  }
}
