import { setTimeout as delay } from 'node:timers/promises'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { TaskKind } from '@vermilion/contract/tasks'
import { topic } from '#platform/events/events'
import type { Database } from '#platform/database/database'
import type { Lifecycle } from '#platform/lifecycle'
import { createMutex } from '#platform/mutex'
import { followCourse } from './course.ts'
import type { Course } from './course.ts'
import type { CourseNeeds } from './course-context.ts'
import type { Ending } from './endings.ts'
import { reason } from './reasons.ts'
import { taskStatus } from './rules.ts'

/** Told inside the transaction that ends a task. */
export const taskEnded = topic<{ taskId: string; kind: TaskKind; status: Ending['status'] }>('task-ended')

export interface QueueNeeds extends CourseNeeds {
  database: Database
  lifecycle: Lifecycle
  pool: string
  /** Tasks that may run at once. */
  places: number
}

export interface Queue {
  /** Lets tasks run while there are places. */
  fill(): void
  /** What a task that runs now last said of its progress. */
  progress(taskId: string): Progress | null
  /** Ends a running task whose row asks for it; resolves when its end is written down. */
  stop(taskId: string): Promise<void>
}

/**
 * Gives places of the pool to queuing tasks and follows each until it is over. Rows are the truth: at the start every
 * running task is followed again from where it is, whether its command still runs, has ended meanwhile, or is lost.
 */
export function createQueue(needs: QueueNeeds): Queue {
  const { store, database, events, clock, log, lifecycle, executor } = needs
  const running = new Map<string, { course: Course; over: Promise<void> }>()
  const turn = createMutex()
  const closing = new AbortController()
  const isOpen = () => opened && !closing.signal.aborted
  let opened = false

  lifecycle.onStart(async () => {
    opened = true
    for (const { id } of await store.running()) follow(id)
    await forgetEnded()
    fill()
  })
  lifecycle.onStop(async () => {
    closing.abort()
    for (const { course } of running.values()) course.leave()
    await Promise.all([...running.values()].map(({ over }) => over))
  })

  function fill(): void {
    giveOut().catch((error: unknown) => log.error({ err: error }, 'the queue of tasks could not be read'))
  }

  async function giveOut(): Promise<void> {
    const release = await turn()
    try {
      while (isOpen() && running.size < needs.places) {
        const next = await store.next(needs.pool)
        if (!next) return
        const begun = { startedAt: clock.time(), reason: reason('none') }
        if (!(await store.step(next.id, 'running', begun))) continue
        events.publish({ type: 'task-changed', taskId: next.id })
        follow(next.id)
      }
    } finally {
      release()
    }
  }

  function follow(taskId: string): void {
    const course = followCourse(needs, taskId)
    running.set(taskId, { course, over: finish(taskId, course) })
  }

  async function finish(taskId: string, course: Course): Promise<void> {
    const ending = await course.end
    if (ending) await settle(taskId, ending)
    running.delete(taskId)
    fill()
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
    await forgetEnded()
  }

  /** Lets the executor forget the runs of tasks that are over, with what they left in the process table. */
  async function forgetEnded(): Promise<void> {
    for (const { handle } of await executor.list()) {
      const row = await store.byHandle(handle)
      if (!row || !taskStatus.isEnd(row.status)) continue
      await executor
        .clean(handle)
        .catch((error: unknown) => log.warn({ err: error, handle }, 'a run could not be cleaned up'))
    }
  }

  return {
    fill,
    progress: (taskId) => running.get(taskId)?.course.progress() ?? null,
    async stop(taskId) {
      const found = running.get(taskId)
      found?.course.stopAsked()
      await found?.over
    },
  }
}
