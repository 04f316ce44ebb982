import { createMutex } from '#platform/mutex'
import type { Platform } from '#platform/platform'
import type { TaskRunNeeds } from '../running/run-context.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import type { Pools } from '../pools/pools.ts'
import { taskStatus } from '../rules.ts'
import { createRunningTasks } from './running-tasks.ts'
import { createSettlement } from './settlement.ts'
import type { SettlementNeeds } from './settlement.ts'
import { startWaiting } from './start-waiting.ts'

interface SchedulerNeeds extends Pick<Platform, 'database' | 'lifecycle'> {
  pools: Pools
  runNeeds: Omit<TaskRunNeeds, 'executor' | 'turn'>
  headlineOf: SettlementNeeds['headlineOf']
}

export type Scheduler = ReturnType<typeof createScheduler>

/** Milliseconds before an unusable pool is checked again. */
const retryInterval = 10_000

/**
 * Rows are the truth: at startup every running task is followed from its present state, whether its command still runs or not.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createScheduler({ database, lifecycle, pools, runNeeds, headlineOf }: SchedulerNeeds) {
  const { store, files, events, clock, log, tasksFolder } = runNeeds
  const closing = new AbortController()
  const shutdown = closing.signal
  const settlement = createSettlement({ store, files, database, events, log, pools, tasksFolder, shutdown, headlineOf })
  const running = createRunningTasks({ pools, runNeeds, settle: settlement.settle, freed: requestDispatch })
  const turn = createMutex()
  const isOpen = () => opened && !closing.signal.aborted
  let opened = false
  /** A dispatch was requested while one is pending. */
  let isAsked = false
  let retryTimer: NodeJS.Timeout | undefined

  lifecycle.onStart(async () => {
    opened = true
    await followAll()
    requestDispatch()
    // An unreachable engine takes a minute to fail.
    void settlement.forgetEnded().catch((error: unknown) => {
      if (isOpen()) log.warn({ err: error }, 'runs that are over could not be cleaned up')
    })
  })
  lifecycle.onStop(() => {
    closing.abort()
    return running.leave()
  })

  function requestDispatch(): void {
    if (isAsked) return
    isAsked = true
    dispatchTasks().catch((error: unknown) => {
      if (closing.signal.aborted) return
      log.error({ err: error }, 'the queue of tasks could not be read; it is tried again')
      retryLater()
    })
  }

  function retryLater(): void {
    if (retryTimer !== undefined) return
    retryTimer = setTimeout(() => {
      retryTimer = undefined
      requestDispatch()
    }, retryInterval).unref()
  }

  async function orLater(what: object, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      // The database may be closed already.
      if (closing.signal.aborted) return
      log.error({ err: error, ...what }, 'the queue of tasks could not go on with this; it is tried again')
      retryLater()
    }
  }

  async function dispatchTasks(): Promise<void> {
    const release = await turn()
    isAsked = false
    try {
      if (!isOpen()) return
      await followAll()
    } finally {
      release()
    }
    await Promise.all((await pools.rows()).map((pool) => orLater({ pool: pool.id }, dispatchToPool(pool))))
  }

  /** Asks the pool before dispatching: a slow pool does not delay others. */
  async function dispatchToPool(pool: PoolRow): Promise<void> {
    if ((await store.waiting(pool.id)).length === 0) return
    const capacity = await pools.amounts(pool)
    if (capacity === null) return retryLater()
    const release = await turn()
    try {
      if (!isOpen()) return
      const needs = { store, pools, events, clock, isOpen, follow: running.follow, requestDispatch }
      if (await startWaiting(pool, capacity, needs)) retryLater()
    } finally {
      release()
    }
  }

  async function followAll(): Promise<void> {
    for (const { id, pool } of await store.followed()) {
      if (running.isFollowed(id)) continue
      // It may have ended meanwhile.
      const row = await store.find(id)
      if (row !== undefined && !taskStatus.isEnd(row.status)) await orLater({ taskId: id }, running.follow(id, pool))
    }
  }

  return { requestDispatch, progress: running.progress, stop: running.stop }
}
