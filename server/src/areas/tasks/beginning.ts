import { mkdir } from 'node:fs/promises'
import type { RunHandle } from '#areas/resources'
import { readJson, writeJson } from '#platform/database/columns'
import type { CourseContext } from './course-context.ts'
import { failed, messageOf, stopped } from './endings.ts'
import type { Ending } from './endings.ts'
import { reason } from './reasons.ts'
import { runOf } from './run-of.ts'
import type { TaskMount, TaskRow } from './task-row.ts'

/**
 * Puts a task's data into place and starts its command, skipping what an earlier server did. Answers the run, or how
 * the task ended without one.
 */
export async function beginRun(context: CourseContext, row: TaskRow): Promise<RunHandle | Ending> {
  const { folders, clock } = context
  const mounted = readJson(row.mounts).map((_, position) => folders.mount(position))
  await Promise.all([folders.data, folders.output, ...mounted].map((folder) => mkdir(folder, { recursive: true })))
  const ended = row.prepared === 0 && row.stopAccount === null ? await prepare(context, row) : undefined
  if (ended) return ended
  const now = await context.current()
  if (now.stopAccount !== null) return stopped(now, clock.time())
  try {
    return await start(context, now)
  } catch (error) {
    if (context.left.aborted) throw error
    const later = await context.current()
    if (later.stopAccount !== null) return stopped(later, clock.time())
    return failed(reason('start-failed', { detail: messageOf(error) }), clock.time())
  }
}

async function prepare(context: CourseContext, row: TaskRow): Promise<Ending | undefined> {
  const { sources, folders, clock, log, taskId } = context
  await context.change({ reason: reason('preparing') })
  try {
    const mounts = readJson(row.mounts)
    const placed: TaskMount[] = []
    for (const [position, mount] of mounts.entries()) {
      const { checksum = mount.checksum, folder = null } = await sources.materialize(
        mount,
        folders.mount(position),
        context.interrupted,
      )
      placed.push({ ...mount, checksum, folder })
    }
    if (mounts.length === 0) await sources.materialize(readJson(row.dataOrder), folders.data, context.interrupted)
    // Noted before the command starts: its data must never be prepared again under it.
    await context.change({ prepared: 1, mounts: writeJson(placed) })
    return undefined
  } catch (error) {
    const now = await context.current()
    if (now.stopAccount !== null) return stopped(now, clock.time())
    // The server ends: the next one prepares again.
    if (context.left.aborted) throw error
    log.warn({ err: error, taskId }, 'the data of a task could not be prepared')
    return failed(reason('data-failed', { detail: messageOf(error) }), clock.time())
  }
}

async function start(context: CourseContext, row: TaskRow): Promise<RunHandle> {
  const { executor } = context
  const { spec, record } = await runOf(context, row)
  await context.change({ record: writeJson(record) })
  const handle = await executor.start(spec, `run-${row.restartCount}`, { signal: context.interrupted })
  const again = row.restartAt === null ? reason('restarted') : reason('retried', { attempt: row.restartCount + 1 })
  const why = row.restartCount > 0 ? again : reason('none')
  await context.change({ handle, command: writeJson([...spec.argv]), reason: why })
  return handle
}
