import { setTimeout as delay } from 'node:timers/promises'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Pools } from '../pools/pools.ts'
import type { Ending } from '../running/endings.ts'
import type { TaskRunNeeds } from '../running/run-context.ts'
import { createStartTurns } from '../running/start-turns.ts'
import { followTaskRun } from '../running/task-run.ts'
import type { TaskRun } from '../running/task-run.ts'

/** Milliseconds that shutdown waits for runs: an unreachable engine responds much later. */
const leaveTimeout = 3_000

interface RunningNeeds {
  pools: Pools
  runNeeds: Omit<TaskRunNeeds, 'executor' | 'turn'>
  settle(taskId: string, ending: Ending): Promise<void>
  freed(): void
}

export function createRunningTasks({ pools, runNeeds, settle, freed }: RunningNeeds) {
  const takeTurn = createStartTurns()
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
      const executor = await pools.executorOf(pool)
      const turn = executor.capabilities.queues ? takeTurn(pool) : undefined
      const run = followTaskRun({ ...runNeeds, executor, turn }, taskId)
      running.set(taskId, { run, over: finish(taskId, run) })
    },
    progress: (taskId: string): Progress | null => running.get(taskId)?.run.progress() ?? null,
    /** Stops a running task whose row requests it; resolves when its ending is stored. */
    async stop(taskId: string): Promise<void> {
      const match = running.get(taskId)
      match?.run.stopAsked()
      await match?.over
    },
    /** Stops following all tasks, without waiting for engines that do not respond: the next server continues from the rows. */
    async leave(): Promise<void> {
      for (const { run } of running.values()) run.leave()
      const all = Promise.all([...running.values()].map(({ over }) => over))
      await Promise.race([all, delay(leaveTimeout, undefined, { ref: false })])
    },
  }
}
