import { mkdir } from 'node:fs/promises'
import type { RunHandle, RunSpec } from '#areas/resources'
import { readJson, writeJson } from '#platform/database/columns'
import type { CourseContext } from './course-context.ts'
import { failed, messageOf, stopped } from './endings.ts'
import type { Ending } from './endings.ts'
import { reason } from './reasons.ts'
import { onlyInstance } from './instances.ts'
import type { TaskRow } from './store.ts'

/** A command sees the least that programs expect, and nothing of the server's own environment. */
const programPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Puts a task's data into place and starts its command, skipping what an earlier server did. Answers the run, or how
 * the task ended without one.
 */
export async function beginRun(context: CourseContext, row: TaskRow): Promise<RunHandle | Ending> {
  const { folders, clock } = context
  await Promise.all([folders.data, folders.output].map((folder) => mkdir(folder, { recursive: true })))
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
    await sources.materialize(readJson(row.dataOrder), folders.data, context.interrupted)
    // Noted before the command starts: its data must never be prepared again under it.
    await context.change({ prepared: 1 })
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
  const { folders, executor, taskId } = context
  const image = context.images[row.image]
  if (!image) throw new Error(`there is no training image ${row.image}`)
  const parameters = readJson(row.parameters)
  const argv = image.command({ dataFolder: folders.data, outputFolder: folders.output, parameters })
  const environment = {
    PATH: programPath,
    HOME: folders.folder,
    LANG: 'C.UTF-8',
    ...(await context.tracking.environmentOf(taskId)),
  }
  const spec: RunSpec = {
    name: taskId,
    argv,
    environment,
    workingFolder: folders.output,
    mounts: [],
    limits: {},
    accelerators: { type: row.acceleratorType, indexes: [] },
    network: executor.capabilities.networks[0],
    instances: [{ ...onlyInstance, environment: {} }],
  }
  const handle = await executor.start(spec, `run-${row.restartCount}`, { signal: context.interrupted })
  const why = reason(row.restartCount > 0 ? 'restarted' : 'none')
  await context.change({ handle, command: writeJson([...argv]), reason: why })
  return handle
}
