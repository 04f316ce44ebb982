import { mkdir } from 'node:fs/promises'
import {
  EnvironmentFailed,
  handleOf,
  isPassing,
  isThere,
  registryTrouble,
  startProblem,
  StartRefused,
} from '#areas/executors'
import type { RunHandle, RunSpec } from '#areas/executors'
import { readJson, writeJson } from '#platform/database/columns'
import type { TaskRunContext } from './run-context.ts'
import { copyOutput } from './checkpoints.ts'
import { cutOff, deadlineOf, failed, messageOf } from './endings.ts'
import type { Ending } from './endings.ts'
import { runsInEnvironment } from '../environments/task-environments.ts'
import type { TaskEnvironment } from '../environments/task-environments.ts'
import { followEnvironment, followFetching } from './fetch-image.ts'
import { makeOwn } from '../data/own-data.ts'
import { problemOf } from '../pools/problem.ts'
import { reason } from './reasons.ts'
import type { Reason } from './reasons.ts'
import { bytesBelow } from '../disk/disk-quota.ts'
import { attemptOf, runOf } from './run-spec.ts'
import type { TaskMount, TaskRow } from '../rows/task-row.ts'

const maxTimerMs = 2 ** 31 - 1
/** Timers and the clock differ slightly: the task must find its time expired. */
const timerMargin = 50

/** Skips steps that an earlier server finished. Returns the run, the task's ending without one, or null to retry later. */
export async function beginRun(context: TaskRunContext, row: TaskRow): Promise<RunHandle | Ending | null> {
  const left = deadlineOf(row) - context.clock.now() + timerMargin
  if (left > maxTimerMs) return begin(context, row)
  const late = AbortSignal.timeout(Math.max(0, left))
  return begin({ ...context, interrupted: AbortSignal.any([context.interrupted, late]) }, row)
}

async function begin(context: TaskRunContext, started: TaskRow): Promise<RunHandle | Ending | null> {
  const { folders, clock } = context
  const row = await unlessElsewhere(context, started)
  const mounted = readJson(row.mounts).map((_, position) => folders.mount(position))
  await Promise.all([folders.output, ...mounted].map((folder) => mkdir(folder, { recursive: true })))
  const finished = row.prepared === 0 && cutOff(row, clock) === undefined ? await prepare(context, row) : undefined
  if (finished) return finished
  const now = await context.current()
  return cutOff(now, clock) === undefined ? start(context, now) : giveUp(context, now)
}

/** A row that another data folder has prepared data for counts as unprepared: the data is not here. */
async function unlessElsewhere({ folders, change }: TaskRunContext, row: TaskRow): Promise<TaskRow> {
  if (row.prepared === 0 || (await isThere(folders.data))) return row
  await change({ prepared: 0 })
  return { ...row, prepared: 0 }
}

/** A run that has not begun may have to read its data yet. One whose data cannot be prepared fails by itself. */
export async function prepareAgain(context: TaskRunContext, row: TaskRow, handle: RunHandle): Promise<void> {
  const { prepared } = await unlessElsewhere(context, row)
  const { phase } = prepared === 1 ? {} : await context.executor.status(handle)
  if (phase === 'queued' || phase === 'starting') await prepare(context, row)
}

async function prepare(context: TaskRunContext, row: TaskRow): Promise<Ending | undefined> {
  const { sources, folders, clock, log, taskId, interrupted } = context
  const mayWrite = row.ownCommand !== null && context.executor.capabilities.mounts === 'in-place'
  await context.change({ reason: reason('preparing') })
  try {
    const taskMounts: TaskMount[] = []
    let imageCount: number | null = null
    for (const [position, mount] of readJson(row.mounts).entries()) {
      const materialized = await sources.materialize(mount, folders.mount(position), interrupted)
      const { checksum = mount.checksum, folder = null } = materialized
      if (materialized.imageCount !== undefined) imageCount = (imageCount ?? 0) + materialized.imageCount
      const own = folders.mount(position)
      if (mayWrite) await makeOwn(own, folder, interrupted)
      const ownBytes = mayWrite ? await bytesBelow(own) : undefined
      taskMounts.push({ ...mount, checksum, folder: mayWrite ? null : folder, ownBytes })
    }
    // Later attempts have results of their own.
    if (row.resumes === 1 && row.retryOf !== null && row.handle === null && row.restartCount === 0)
      await copyOutput((await context.files.at(row.retryOf)).output, folders.output, interrupted)
    // Stored before the command starts: its data must not be prepared again underneath it.
    await context.change({ prepared: 1, imageCount, mounts: writeJson(taskMounts) })
    return undefined
  } catch (error) {
    const finished = cutOff(await context.current(), clock)
    if (finished) return finished
    // The server stops: the next one prepares again.
    if (context.shutdown.aborted) throw error
    log.warn({ err: error, taskId }, 'the data of a task could not be prepared')
    return failed(reason('data-failed', { detail: messageOf(error) }), clock.time())
  }
}

async function start(context: TaskRunContext, row: TaskRow): Promise<RunHandle | Ending | null> {
  const notStarted = (error: unknown) => noRun(context, error)
  const made = await recordRun(context, row).catch(notStarted)
  if (made === null || !('spec' in made)) return made
  const { spec } = made
  const { onProgress, settled } = followFetching(context)
  const { interrupted: signal, turn, lead } = context
  const inTurn = async () => {
    await storeRun(context, row)
    await turn?.begin(signal)
    // Another server may have started it since.
    await lead?.untilConfirmed(signal)
  }
  const options = { signal, onProgress, inTurn }
  const handle = await context.executor.start(spec, attemptOf(row), options).catch(notStarted)
  await settled()
  await storeRun(context, row)
  if (typeof handle !== 'string') return handle
  context.troubledSince.clear()
  const again = row.restartAt === null ? reason('restarted') : reason('retried', { attempt: row.restartCount + 1 })
  const why = row.restartCount > 0 ? again : reason('none')
  // A run whose handle was not stored is found by its key.
  await context.change({ handle, command: writeJson([...spec.argv]), reason: why })
  return handle
}

/** Its record names the environment that the run needs, which is held until then. */
async function recordRun(context: TaskRunContext, row: TaskRow): Promise<{ spec: RunSpec }> {
  const environment = await environmentOf(context, row)
  try {
    const { spec, record } = await runOf(context, row, environment)
    await context.change({ record: writeJson(record) })
    return { spec }
  } finally {
    environment?.release()
  }
}

async function environmentOf(context: TaskRunContext, row: TaskRow): Promise<TaskEnvironment | undefined> {
  const { executor, images, environments, interrupted: signal } = context
  const image = images[row.image]
  if (image === undefined || !runsInEnvironment(image, executor.capabilities)) return undefined
  const { onProgress, settled } = followEnvironment(context)
  try {
    return await environments.prepare(row.image, { signal, onProgress })
  } finally {
    await settled()
  }
}

/** Stores the files by which a run in an engine's queue is found again. Without them another server takes it for lost. */
async function storeRun({ executor, files, log }: TaskRunContext, row: TaskRow): Promise<void> {
  if (!executor.capabilities.queues) return
  await files
    .store(row, { runs: true })
    .catch((error: unknown) => log.warn({ err: error, taskId: row.id }, 'what is known of a run could not be stored'))
}

export async function noteImage(context: TaskRunContext, handle: RunHandle): Promise<void> {
  const { executor, log, taskId } = context
  try {
    const previous = (await context.current()).record
    if (executor.imageDigest === undefined || previous === null || readJson(previous).imageDigest !== null) return
    const imageDigest = await executor.imageDigest(handle)
    const { record, handle: now } = await context.current()
    if (imageDigest === null || record === null || now !== handle) return
    await context.change({ record: writeJson({ ...readJson(record), imageDigest }) })
  } catch (error) {
    if (!context.shutdown.aborted) log.warn({ err: error, taskId }, 'the image of a task could not be noted')
  }
}

/** Null to retry later. */
async function noRun(context: TaskRunContext, error: unknown): Promise<Ending | null> {
  const { log, taskId, clock } = context
  if (context.shutdown.aborted) throw error
  const row = await context.current()
  const { cause, text } = problemOf(error)
  const detail = cause === 'disk-full' ? text : startProblem(error)
  const why = reasonAgainst(context, error)
  if (cutOff(row, clock) !== undefined || why !== undefined) return giveUp(context, row, why)
  log.warn({ err: error, taskId }, 'the command of a task could not be started; it is tried again')
  await context.change({ reason: reason('start-delayed', { detail }) })
  return null
}

/** Reason for not retrying a failed start; undefined to retry. */
function reasonAgainst({ registryPatience, troubledSince, clock }: TaskRunContext, error: unknown): Reason | undefined {
  if (error instanceof EnvironmentFailed)
    return reason('environment-failed', { detail: error.text, lines: error.lines.join('\n') })
  if (error instanceof StartRefused) return reason('start-failed', { detail: error.text })
  const detail = messageOf(error)
  if (!isPassing(error)) return reason('start-failed', { detail })
  const trouble = registryTrouble(error)
  if (trouble === undefined) return undefined
  const since = troubledSince.get(trouble) ?? clock.now()
  troubledSince.set(trouble, since)
  const waited = clock.now() - since
  if (waited < registryPatience[trouble]) return undefined
  troubledSince.clear()
  return reason(trouble, { detail, minutes: Math.ceil(waited / 60_000) })
}

/** Ends a task without a run. An interrupted start may have left a running command, which is stopped first. */
async function giveUp(
  context: TaskRunContext,
  row: TaskRow,
  why = reason('start-failed', { detail: '' }),
): Promise<Ending> {
  const { executor, graceSeconds, taskId, clock } = context
  const handle = handleOf(taskId, attemptOf(row))
  await executor.stop(handle, { graceSeconds })
  await executor.clean(handle)
  return cutOff(row, clock) ?? failed(why, clock.time())
}
