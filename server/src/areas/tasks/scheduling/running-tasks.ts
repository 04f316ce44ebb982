import { setTimeout as delay } from 'node:timers/promises'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Pools } from '../pools/pools.ts'
import type { Ending } from '../running/endings.ts'
import type { TaskRunNeeds } from '../running/run-context.ts'
import { followTaskRun } from '../running/task-run.ts'
import type { TaskRun } from '../running/task-run.ts'

/** Milliseconds that the end of the server waits for runs to be let go of: an engine that is away answers much later. */
const leaveTimeout = 3_000

interface RunningNeeds {
  pools: Pools
  /** What the run of a task needs but its executor. */
  runNeeds: Omit<TaskRunNeeds, 'executor'>
  /** How a task ended, before its place is free. */
  settle(taskId: string, ending: Ending): Promise<void>
  /** The place of a task is free. */
  freed(): void
}

/** The tasks that run, each followed until it is over. */
export function createRunningTasks({ pools, runNeeds, settle, freed }: RunningNeeds) {
  const running = new Map<string, { run: TaskRun; over: Promise<void> }>()

  async function finish(taskId: string, run: TaskRun): Promise<void> {
    const ending = await run.end
    if (ending) await settle(taskId, ending)
    running.delete(taskId)
    freed()
  }

  return {
    isFollowed: (taskId: string): boolean => running.has(taskId),
    async follow(taskId: string, pool: string): Promise<void> {
      const run = followTaskRun({ ...runNeeds, executor: await pools.executorOf(pool) }, taskId)
      running.set(taskId, { run, over: finish(taskId, run) })
    },
    progress: (taskId: string): Progress | null => running.get(taskId)?.run.progress() ?? null,
    /** Ends a running task whose row asks for it; resolves when its end is written down. */
    async stop(taskId: string): Promise<void> {
      const match = running.get(taskId)
      match?.run.stopAsked()
      await match?.over
    },
    /** Lets go of all, and of what is asked of an engine that does not answer: rows are the truth for the next server. */
    async leave(): Promise<void> {
      for (const { run } of running.values()) run.leave()
      const all = Promise.all([...running.values()].map(({ over }) => over))
      await Promise.race([all, delay(leaveTimeout, undefined, { ref: false })])
    },
  }
}
