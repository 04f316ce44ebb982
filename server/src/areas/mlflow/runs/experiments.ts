import type { z } from 'zod'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { ExperimentRow, Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'
import { call, type MlflowCall } from '../protocol/call.ts'
import type { Caller } from '../protocol/context.ts'
import { type FilterKey, search } from '../protocol/filter.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { pairsOf, recordOf } from '../protocol/pairs.ts'
import { isShownIn, messages } from './messages.ts'
import { experimentId } from './run.ts'

export interface ExperimentNeeds extends Pick<Platform, 'clock' | 'database'> {
  readonly tasks: Pick<Tasks, 'row' | 'series' | 'external'>
}

/** Runs without an experiment belong to it. */
const usualExperimentId = '0'

function refuseUsual(id: string): void {
  if (id === usualExperimentId)
    throw new MlflowError('INVALID_PARAMETER_VALUE', 'The default experiment cannot be deleted')
}

function messageOf({ id, name, tags, createdAt, updatedAt, deletedAt }: ExperimentRow) {
  return {
    experiment_id: id,
    name,
    artifact_location: 'mlflow-artifacts:/',
    lifecycle_stage: deletedAt === null ? 'active' : 'deleted',
    creation_time: Date.parse(createdAt),
    last_update_time: Date.parse(updatedAt),
    tags: pairsOf(readJson(tags)),
  }
}

function valueOfExperiment(row: ExperimentRow, { entity, name }: FilterKey): string | number | undefined {
  if (entity === 'tags') return readJson(row.tags)[name]
  const { tags: _, ...info } = messageOf(row)
  const values: Record<string, string | number> = { ...info, last_update_timestamp: info.last_update_time }
  return values[name]
}

const setTag = (tags: ExperimentRow['tags'], key: string, value: string | undefined) => {
  const { [key]: _, ...others } = readJson(tags)
  return { tags: writeJson(value === undefined ? others : { ...others, [key]: value }) }
}

/** Accounts make experiments; the program of a task finds that task, whichever it asks for. */
function createExperiments({ clock, database, tasks }: ExperimentNeeds) {
  const { external } = tasks

  async function rowOfTask(taskId: string, name?: string): Promise<ExperimentRow> {
    const task = await tasks.row(taskId)
    const times = { createdAt: task.createdAt, updatedAt: task.createdAt, deletedAt: null }
    return { id: experimentId, name: name ?? task.name, tags: writeJson({}), ...times }
  }

  async function find({ taskId }: Pick<Caller, 'taskId'>, id: string): Promise<ExperimentRow> {
    const row = taskId === null ? await external.experiment(id) : await rowOfTask(taskId)
    if (row !== undefined) return row
    throw new MlflowError('RESOURCE_DOES_NOT_EXIST', `No Experiment with id=${id.slice(0, 100)} exists`)
  }

  async function requireFree(name: string, ownId?: string): Promise<void> {
    const existing = await external.experimentNamed(name)
    if (existing !== undefined && existing.id !== ownId)
      throw new MlflowError('RESOURCE_ALREADY_EXISTS', `Experiment '${name.slice(0, 300)}' already exists.`)
  }

  /** An experiment of an account changes; that of a task stays as it is. */
  const change = async (
    { taskId }: Caller,
    id: string,
    by: (row: ExperimentRow) => Partial<ExperimentRow>,
    check?: () => Promise<void>,
  ) => {
    if (taskId === null)
      await database.transaction(async () => {
        const row = await find({ taskId }, id)
        await check?.()
        await external.changeExperiment(id, { ...by(row), updatedAt: clock.time() })
      })
    return {}
  }

  return { rowOfTask, find, requireFree, change }
}

/** Calls about experiments, as clients make them before and beside runs. */
export function experimentCalls(needs: ExperimentNeeds): readonly MlflowCall[] {
  const { clock, database, tasks } = needs
  const { external, series } = tasks
  const { rowOfTask, find, requireFree, change } = createExperiments(needs)

  async function searchExperiments({ taskId }: Caller, request: z.output<typeof messages.searchExperiments>) {
    const rows = taskId === null ? await external.experiments() : [await rowOfTask(taskId)]
    const isShown = isShownIn(request.view_type)
    const { rows: matches, ...page } = search(
      rows.filter(({ deletedAt }) => isShown(deletedAt !== null)),
      request,
      valueOfExperiment,
    )
    return { experiments: matches.map(messageOf), ...page }
  }

  return [
    call('GET', '/experiments/get-by-name', messages.getExperimentByName, async ({ taskId }, request) => {
      const name = request.experiment_name
      const row = taskId === null ? await external.experimentNamed(name) : await rowOfTask(taskId, name)
      if (row !== undefined) return { experiment: messageOf(row) }
      throw new MlflowError('RESOURCE_DOES_NOT_EXIST', `Could not find experiment with name '${name.slice(0, 300)}'`)
    }),
    call('GET', '/experiments/get', messages.experiment, async (caller, { experiment_id }) => ({
      experiment: messageOf(await find(caller, experiment_id)),
    })),
    call('GET', '/experiments/search', messages.searchExperiments, searchExperiments),
    call('POST', '/experiments/search', messages.searchExperiments, searchExperiments),
    call('POST', '/experiments/create', messages.createExperiment, async ({ taskId }, { name, tags }) => {
      if (taskId !== null) return { experiment_id: experimentId }
      return database.transaction(async () => {
        await requireFree(name)
        const [id, now] = [`e${newId()}`, clock.time()]
        const times = { createdAt: now, updatedAt: now, deletedAt: null }
        await external.addExperiment({ id, name, tags: writeJson(recordOf(tags)), ...times })
        return { experiment_id: id }
      })
    }),
    call('POST', '/experiments/update', messages.renameExperiment, async (caller, { experiment_id, new_name }) => {
      const check = () => requireFree(new_name, experiment_id)
      return change(caller, experiment_id, () => ({ name: new_name }), check)
    }),
    call('POST', '/experiments/delete', messages.experiment, (caller, { experiment_id: id }) =>
      change(
        caller,
        id,
        () => ({ deletedAt: clock.time() }),
        async () => refuseUsual(id),
      ),
    ),
    call('POST', '/experiments/restore', messages.experiment, (caller, { experiment_id }) =>
      change(caller, experiment_id, () => ({ deletedAt: null })),
    ),
    call('POST', '/experiments/set-experiment-tag', messages.experimentTag, async (caller, message) => {
      const { experiment_id, key, value } = message
      if (caller.taskId !== null) await series.record(caller.taskId, 'mlflow', { tags: { [key]: value } })
      return change(caller, experiment_id, ({ tags }) => setTag(tags, key, value))
    }),
    call('POST', '/experiments/delete-experiment-tag', messages.experimentKey, (caller, { experiment_id, key }) =>
      change(caller, experiment_id, ({ tags }) => setTag(tags, key, undefined)),
    ),
  ]
}
