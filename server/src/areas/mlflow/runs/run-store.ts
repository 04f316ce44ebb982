import type { z } from 'zod'
import type { CallContext } from '../protocol/context.ts'
import type { messages } from './messages.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import {
  missingRun,
  readRuns,
  recordTag,
  type RunRecord,
  runIdOf,
  runStatuses,
  runTags,
  taskStatuses,
  type TrackedRun,
} from './run.ts'

export async function findRun(context: CallContext, runId: string): Promise<TrackedRun> {
  if (!runId.startsWith(runIdOf(context.task.id))) throw missingRun(runId)
  const [run] = await readRuns(context, runId)
  if (run === undefined) throw missingRun(runId)
  return run
}

const notActive = (runId: string) =>
  new MlflowError(
    'INVALID_PARAMETER_VALUE',
    `The run ${runId} must be in the 'active' state. Current state is deleted.`,
  )

/** The run's prefix in the task's journal, empty for the task's own run. Fails for a deleted run, unless it is read. */
export async function prefixOf(context: CallContext, runId: string, isReading = false): Promise<string> {
  const { task, external } = context
  if (external?.isDeleted === true && !isReading) throw notActive(runId)
  if (runId === runIdOf(task.id)) return ''
  const existing = context.prefixes.get(runId)
  if (existing !== undefined) return existing
  const { record } = await findRun(context, runId)
  if (record.isDeleted && !isReading) throw notActive(runId)
  if (!record.isDeleted) context.prefixes.set(runId, record.prefix)
  return record.prefix
}

type RunChange = Partial<z.output<typeof messages.updateRun>> & { readonly isDeleted?: boolean }

/** Old clients send the status as a number. */
const statusOf = (status: string) => runStatuses[Number(status) - 1] ?? status

function taskChangeOf({ status = '', end_time, isDeleted }: RunChange) {
  const taskStatus = taskStatuses[status]
  return {
    ...(taskStatus === undefined ? {} : { status: taskStatus }),
    ...(end_time === undefined ? {} : { endedAt: timeOf(end_time) }),
    ...(isDeleted === undefined ? {} : { isDeleted }),
  }
}

/** Programs may send any number of milliseconds. */
export const timeOf = (milliseconds: number): string =>
  new Date(Math.min(Math.max(0, milliseconds), Date.UTC(9999, 0))).toISOString()

export async function updateRun(context: CallContext, runId: string, change: RunChange): Promise<TrackedRun> {
  const { task, series, prefixes, changing, external } = context
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
    if (change.isDeleted !== undefined && external === undefined)
      throw new MlflowError('PERMISSION_DENIED', 'The run of a task is deleted and restored with the task')
    const tags = {
      ...(status.status === undefined ? {} : { [runTags.status]: status.status }),
      ...(name.name === undefined ? {} : { [runTags.name]: name.name }),
    }
    await series.record(task.id, 'mlflow', { tags })
    const run = await findRun(context, runId)
    if (external === undefined) return run
    const { isDeleted = record.isDeleted, end_time: endTime = record.endTime } = change
    await external.note(task.id, { ...name, ...taskChangeOf({ ...change, ...status }) })
    return { ...run, record: { ...run.record, ...status, isDeleted, endTime } }
  } finally {
    finish()
  }
}
