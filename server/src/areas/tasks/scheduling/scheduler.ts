import { setTimeout as delay } from 'node:timers/promises'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { TaskKind } from '@vermilion/contract/tasks'
import { topic } from '#platform/events/events'
import type { Database } from '#platform/database/database'
import { writeJson } from '#platform/database/columns'
import type { Lifecycle } from '#platform/lifecycle'
import { createMutex } from '#platform/mutex'
import { followTaskRun } from '../running/task-run.ts'
import type { TaskRun } from '../running/task-run.ts'
import type { TaskRunNeeds } from '../running/run-context.ts'
import type { Ending } from '../running/endings.ts'
import { taskFolders } from '../running/task-folders.ts'
import { dropOwn } from '../data/own-data.ts'
import { freeIndexes, occupiedElsewhere } from '../pools/accelerators.ts'
import { fits } from '../pools/amounts.ts'
import type { Amounts } from '../pools/amounts.ts'
import { claimOf } from '../pools/claims.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import type { Pools } from '../pools/pools.ts'
import { startable } from '../pools/turns.ts'
import { reason } from '../running/reasons.ts'
import { taskStatus } from '../rules.ts'

/** Told inside the transaction that ends a task. */
export const taskEnded = topic<{ taskId: string; kind: TaskKind; status: Ending['status'] }>('task-ended')

export interface SchedulerNeeds extends Omit<TaskRunNeeds, 'executor'> {
  database: Database
  lifecycle: Lifecycle
  pools: Pools
}

export interface Scheduler {
  /** Lets tasks run while there are places. */
  requestDispatch(): void
  /** What a task that runs now last said of its progress. */
  progress(taskId: string): Progress | null
  /** Ends a running task whose row asks for it; resolves when its end is written down. */
  stop(taskId: string): Promise<void>
}

/** Milliseconds until a pool that could not be used is looked at again. */
const retryInterval = 10_000

/**
 * Gives places of the pools to queuing tasks and follows each until it is over. Rows are the truth: at the start every
 * running task is followed again from where it is, whether its command still runs, has ended meanwhile, or is lost.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createScheduler(needs: SchedulerNeeds): Scheduler {
  const { store, database, events, clock, log, lifecycle, pools } = needs
  const running = new Map<string, { run: TaskRun; over: Promise<void> }>()
  const turn = createMutex()
  const closing = new AbortController()
  const isOpen = () => opened && !closing.signal.aborted
  let opened = false
  /** Asked to look while a look is already waiting for its turn. */
  let isAsked = false
  let nextLook: NodeJS.Timeout | undefined

  lifecycle.onStart(async () => {
    opened = true
    await followAll()
    requestDispatch()
    // An engine that is away takes a minute to say so.
    void forgetEnded().catch((error: unknown) => {
      if (isOpen()) log.warn({ err: error }, 'runs that are over could not be cleaned up')
    })
  })
  lifecycle.onStop(async () => {
    closing.abort()
    for (const { run } of running.values()) run.leave()
    await Promise.all([...running.values()].map(({ over }) => over))
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
    if (nextLook !== undefined) return
    nextLook = setTimeout(() => {
      nextLook = undefined
      requestDispatch()
    }, retryInterval).unref()
  }

  /** Nobody waits in vain for what one pool or one task is short of: it has its turn again later. */
  async function orLater(what: object, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      // What is read then is closed already, and rows are the truth for the next server.
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

  /** Asks the pool before it takes its turn: one that is slow to answer holds up no other. */
  async function dispatchToPool(pool: PoolRow): Promise<void> {
    if ((await store.waiting(pool.id)).length === 0) return
    const capacity = await pools.amounts(pool)
    if (capacity === null) return retryLater()
    const release = await turn()
    try {
      if (isOpen()) await dispatchInPool(pool, capacity)
    } finally {
      release()
    }
  }

  async function dispatchInPool(pool: PoolRow, capacity: Amounts): Promise<void> {
    const waiting = await store.waiting(pool.id)
    const requested = waiting.map(claimOf)
    // There may be more of it one day, and nobody else would tell.
    if (requested.some(({ need }) => !fits(need, capacity))) retryLater()
    const own = await store.runningIn(pool.id)
    const { devices, elsewhere } = await pools.machineOf(pool)
    const used = [...own, ...elsewhere]
    const there = { capacity, elsewhere: occupiedElsewhere({ own, all: used, capacity }, devices) }
    for (const { id, row } of startable(requested, own.map(claimOf), there)) {
      if (!isOpen()) return
      const indexes = freeIndexes(row, used, devices)
      if (indexes === null) continue
      const acceleratorIndexes = indexes.length === 0 ? null : writeJson(indexes)
      const started = { startedAt: clock.time(), reason: reason('none'), acceleratorIndexes }
      if (!(await store.begin(id, pool.id, started))) continue
      used.push({ ...row, acceleratorIndexes })
      events.publish({ type: 'task-changed', taskId: id })
      await follow(id, pool.id)
    }
  }

  /** Every running task is on its way; one that is not begins where its row says. */
  async function followAll(): Promise<void> {
    for (const { id, pool } of await store.running()) {
      if (running.has(id)) continue
      // It may have ended since it was read.
      const row = await store.find(id)
      if (row?.status === 'running') await orLater({ taskId: id }, follow(id, pool))
    }
  }

  async function follow(taskId: string, pool: string): Promise<void> {
    const run = followTaskRun({ ...needs, executor: await pools.executorOf(pool) }, taskId)
    running.set(taskId, { run, over: finish(taskId, run) })
  }

  async function finish(taskId: string, run: TaskRun): Promise<void> {
    const ending = await run.end
    if (ending) await settle(taskId, ending)
    running.delete(taskId)
    requestDispatch()
  }

  /** Writes the end down, however often it takes: a task that is over must not keep its place or its status. */
  async function settle(taskId: string, { status, ...ending }: Ending): Promise<void> {
    for (let wait = 1_000; ; wait = Math.min(wait * 2, 60_000)) {
      try {
        await database.transaction(async () => {
          const row = await store.find(taskId)
          if (!row || !(await store.step(taskId, status, ending))) return
          events.publish({ type: 'task-changed', taskId })
          await events.tell(taskEnded, { taskId, kind: row.kind, status })
        })
        break
      } catch (error) {
        log.error({ err: error, taskId }, 'the end of a task could not be written down; it is tried again')
        if (!isOpen()) return
        await delay(wait, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
    await forgetRun(taskId).catch((error: unknown) =>
      log.warn({ err: error, taskId }, 'the run of a task could not be forgotten'),
    )
  }

  /** Lets the executor forget the run of a task that is over, with what it left in the process table. */
  async function forgetRun(taskId: string): Promise<void> {
    const row = await store.find(taskId)
    if (row === undefined) return
    await dropOwn(row, taskFolders(needs.tasksFolder, taskId)).catch((error: unknown) =>
      log.warn({ err: error, taskId }, 'what was copied for a task could not be removed'),
    )
    const executor = await pools.executorOf(row.pool)
    for (const handle of [row.handle, row.staleHandle]) {
      if (handle === null) continue
      await executor
        .clean(handle)
        .catch((error: unknown) => log.warn({ err: error, handle }, 'a run could not be cleaned up'))
    }
  }

  /** The same for those that ended right before the server did. */
  async function forgetEnded(): Promise<void> {
    for (const executor of await pools.executors()) {
      for (const { handle } of await executor.list().catch(() => [])) {
        if (!isOpen()) return
        const row = await store.byHandle(handle)
        if (row && taskStatus.isEnd(row.status)) await forgetRun(row.id)
      }
    }
  }

  return {
    requestDispatch,
    progress: (taskId) => running.get(taskId)?.run.progress() ?? null,
    async stop(taskId) {
      const match = running.get(taskId)
      match?.run.stopAsked()
      await match?.over
    },
  }
}
