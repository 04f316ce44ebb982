import type { z } from 'zod'
import { newId } from '#platform/ids'
import type { CallContext } from '../protocol/context.ts'
import { recordOf } from '../protocol/pairs.ts'
import type { messages } from './messages.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { prefixFor, recordTag, type RunRecord, runIdOf, runsOf, runStatuses, runTags, type TrackedRun } from './run.ts'

const missing = (runId: string) =>
  new MlflowError('RESOURCE_DOES_NOT_EXIST', `Run with id=${runId.slice(0, 300)} not found`)

export async function findRun({ task, series }: CallContext, runId: string): Promise<TrackedRun> {
  if (!runId.startsWith(runIdOf(task.id))) throw missing(runId)
  const [run] = runsOf(task, await series.logged(task.id), runId)
  if (run === undefined) throw missing(runId)
  return run
}

/** The run's prefix in the task's journal, empty for the task's own run. Fails for a deleted run. */
export async function prefixOf(context: CallContext, runId: string): Promise<string> {
  if (runId === runIdOf(context.task.id)) return ''
  const existing = context.prefixes.get(runId)
  if (existing !== undefined) return existing
  const { record } = await findRun(context, runId)
  if (record.isDeleted)
    throw new MlflowError(
      'INVALID_PARAMETER_VALUE',
      `The run ${runId} must be in the 'active' state. Current state is deleted.`,
    )
  context.prefixes.set(runId, record.prefix)
  return record.prefix
}

/** Limit of additional runs, which share the task's limit of series. */
const maxRuns = 1_000

/** The first run that a program creates is the task's own; nested and later runs are separate. */
export async function createRun(
  context: CallContext,
  request: z.output<typeof messages.createRun>,
): Promise<TrackedRun> {
  const { task, series, changing } = context
  const finish = await changing()
  try {
    const logged = await series.logged(task.id)
    const [own] = runsOf(task, logged, runIdOf(task.id)) as [TrackedRun]
    const tags = recordOf(request.tags)
    const name = request.run_name === undefined || request.run_name === '' ? tags[runTags.name] : request.run_name
    const parent = tags[runTags.parent]
    if (parent !== undefined) await findRun(context, parent)
    const isBegun =
      logged.tags[runTags.status] !== undefined || own.metrics.length > 0 || Object.keys(own.params).length > 0
    if (parent === undefined && !isBegun) {
      const named = name === undefined ? {} : { [runTags.name]: name }
      await series.record(task.id, 'mlflow', { tags: { ...tags, ...named, [runTags.status]: 'RUNNING' } })
      return await findRun(context, own.id)
    }
    if (Object.keys(logged.tags).filter((tag) => tag.startsWith(recordTag)).length >= maxRuns)
      throw new MlflowError('INVALID_PARAMETER_VALUE', `A task has at most ${maxRuns} runs beside its own`)
    const mark = newId()
    const prefix = prefixFor(name ?? 'run', logged)
    const record: RunRecord = {
      name: name ?? prefix,
      user: request.user_id ?? task.creator,
      status: 'RUNNING',
      startTime: request.start_time ?? Date.now(),
      endTime: null,
      isDeleted: false,
      prefix,
    }
    const within = Object.fromEntries(Object.entries(tags).map(([key, value]) => [`${prefix}/${key}`, value]))
    await series.record(task.id, 'mlflow', { tags: { [recordTag + mark]: JSON.stringify(record), ...within } })
    context.prefixes.set(`${runIdOf(task.id)}-${mark}`, prefix)
    return await findRun(context, `${runIdOf(task.id)}-${mark}`)
  } finally {
    finish()
  }
}

type RunChange = Partial<z.output<typeof messages.updateRun>> & { readonly isDeleted?: boolean }

/** Old clients send the status as a number. */
const statusOf = (status: string) => runStatuses[Number(status) - 1] ?? status

export async function updateRun(context: CallContext, runId: string, change: RunChange): Promise<TrackedRun> {
  const { task, series, prefixes, changing } = context
  const finish = await changing()
  try {
    const { mark, record } = await findRun(context, runId)
    const status = change.status === undefined ? {} : { status: statusOf(change.status) }
    const name = change.run_name === undefined || change.run_name === '' ? {} : { name: change.run_name }
    if (mark !== undefined) {
      const ending = change.end_time === undefined ? {} : { endTime: change.end_time }
      const isDeleted = change.isDeleted ?? record.isDeleted
      prefixes.delete(runId)
      const changed: RunRecord = { ...record, ...status, ...name, ...ending, isDeleted }
      await series.record(task.id, 'mlflow', { tags: { [recordTag + mark]: JSON.stringify(changed) } })
      return await findRun(context, runId)
    }
    if (change.isDeleted !== undefined)
      throw new MlflowError('PERMISSION_DENIED', 'The run of a task is deleted and restored with the task')
    const tags = {
      ...(status.status === undefined ? {} : { [runTags.status]: status.status }),
      ...(name.name === undefined ? {} : { [runTags.name]: name.name }),
    }
    await series.record(task.id, 'mlflow', { tags })
    return await findRun(context, runId)
  } finally {
    finish()
  }
}
