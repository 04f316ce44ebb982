import { randomUUID } from 'node:crypto'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { z } from 'zod'
import type { Audit } from '#platform/audit/audit'
import { newId } from '#platform/ids'
import type { CallContext, Caller } from '../protocol/context.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { recordOf } from '../protocol/pairs.ts'
import type { ExperimentNeeds } from './experiments.ts'
import type { messages } from './messages.ts'
import { findRun, timeOf } from './run-store.ts'
import { prefixFor, recordTag, type RunRecord, runIdOf, runsOf, runTags, taskIdOf, type TrackedRun } from './run.ts'

export interface RunNeeds extends ExperimentNeeds {
  readonly audit: Audit
}

type Request = z.output<typeof messages.createRun>
export type CreateRun = (caller: Caller, request: Request) => Promise<TrackedRun>

/** Limit of additional runs, which share the task's limit of series. */
const maxRuns = 1_000

/** A run of an account's program is a task of its own, and that of a task's program one within the task. */
export function createRunMaker({ audit, clock, tasks }: RunNeeds): CreateRun {
  const { external, series } = tasks

  return async (caller, request) => {
    const [tags, { account, credential, tokenName, address, client }] = [recordOf(request.tags), caller]
    const name = request.run_name || tags[runTags.name]
    if (caller.taskId !== null)
      return createWithin(await caller.contextOf(runIdOf(caller.taskId)), { request, tags, name })
    const experiment = await external.experiment(request.experiment_id)
    if (experiment === undefined || experiment.deletedAt !== null)
      throw new MlflowError(
        'RESOURCE_DOES_NOT_EXIST',
        `No active experiment with id=${request.experiment_id.slice(0, 100)} exists`,
      )
    const run = {
      name: name ?? experiment.name,
      creator: account,
      experimentId: experiment.id,
      parentId: taskIdOf(tags[runTags.parent] ?? '') || null,
      host: (tags['host'] ?? address).slice(0, 250),
      userName: request.user_id || (tags['mlflow.user'] ?? ''),
      client,
      startedAt: request.start_time === undefined ? clock.time() : timeOf(request.start_time),
    }
    const entry = { account, credential, tokenName, address, error: null, requestId: randomUUID() }
    const task = await external.create(run, ({ id: taskId, name }) =>
      audit.record({ ...entry, endpoint: taskEndpoints.createTask, params: { taskId, name } }),
    )
    const own = { ...tags, [runTags.name]: run.name, [runTags.status]: 'RUNNING' }
    await series.record(task.id, 'mlflow', { tags: own })
    const runId = runIdOf(task.id)
    return findRun(await caller.contextOf(runId), runId)
  }
}

/** The first run that a program creates is the task's own; nested and later runs are separate. */
async function createWithin(
  context: CallContext,
  { request, tags, name }: { request: Request; tags: Record<string, string>; name: string | undefined },
): Promise<TrackedRun> {
  const { task, series, changing } = context
  const finish = await changing()
  try {
    const logged = await series.logged(task.id)
    const [own] = runsOf(context, logged, runIdOf(task.id)) as [TrackedRun]
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
