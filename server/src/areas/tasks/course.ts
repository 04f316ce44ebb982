import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Progress } from '@vermilion/contract/kernel/fields'
import { instanceName } from '#areas/resources'
import { beginRun } from './beginning.ts'
import { createBell } from './bell.ts'
import { contextOf } from './course-context.ts'
import type { CourseContext, CourseNeeds } from './course-context.ts'
import { exited, failed, stopped } from './endings.ts'
import type { Ending } from './endings.ts'
import { createOutputReader, readEarlyEnd } from './output.ts'
import { keepInstances, onlyInstance } from './instances.ts'
import { reason } from './reasons.ts'
import type { TaskRow } from './store.ts'
import { lookInterval, watchRun } from './watching.ts'

/** Lost runs are started again from their checkpoint this many times. */
const mostRestarts = 1

/** The way of one running task from its place in the pool to its end, taken up at any point of it. */
export interface Course {
  /** What the program last said of itself. */
  progress(): Progress | null
  /** The row asks for a stop now. */
  stopAsked(): void
  /** Lets go of the task without touching it: the server ends, the run goes on. */
  leave(): void
  /** How the task ended, or undefined after `leave`. */
  readonly end: Promise<Ending | undefined>
}

export function followCourse(needs: CourseNeeds, taskId: string): Course {
  const leaving = new AbortController()
  const stopping = new AbortController()
  const bell = createBell()
  const context = contextOf(needs, taskId, { left: leaving.signal, stopping: stopping.signal })
  const readOutput = createOutputReader({
    executor: needs.executor,
    instance: instanceName(taskId, onlyInstance),
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
      const begun = row.handle ?? (await beginRun(context, row))
      if (typeof begun !== 'string') return begun
      const status = await watchRun(context, begun, { bell, look })
      if (!status) return undefined
      await keepInstances(context.folders.instances, status.instances)
      const now = await context.current()
      const endedAt = status.endedAt?.toISOString() ?? needs.clock.time()
      if (status.exit) {
        const early = await readEarlyEnd(context.folders.output)
        return { ...exited(now, status.exit, { endedAt, early }), progress }
      }
      // What a lost run left behind must be gone before another writes into the same folder.
      await needs.executor.clean(begun)
      if (now.stopAccount !== null) return { ...stopped(now, endedAt), progress }
      if (!(await mayGoOn(context, now))) return { ...failed(reason('lost'), endedAt), progress }
      await context.change({ handle: null, restartCount: now.restartCount + 1, reason: reason('restarted') })
    }
  }

  /** A fault of the server's own (a full disk, a busy database) must not decide a task, so the way is taken up again. */
  async function persist(): Promise<Ending | undefined> {
    while (!leaving.signal.aborted) {
      try {
        return await follow()
      } catch (error) {
        if (leaving.signal.aborted) break
        needs.log.error({ err: error, taskId }, 'a task could not be followed; it is tried again')
        await bell.wait(lookInterval)
      }
    }
    return undefined
  }

  return {
    progress: () => progress,
    stopAsked() {
      stopping.abort()
      bell.ring()
    },
    leave() {
      leaving.abort()
      bell.ring()
    },
    end: persist(),
  }
}

async function mayGoOn({ images, folders }: CourseContext, row: TaskRow): Promise<boolean> {
  const checkpoint = images[row.image]?.checkpoint
  if (checkpoint === undefined || row.restartCount >= mostRestarts) return false
  return access(join(folders.output, checkpoint)).then(
    () => true,
    () => false,
  )
}
