import { z } from 'zod'
import { jsonNumber, productTags } from '#areas/tasks'
import type { Tasks } from '#areas/tasks'
import type { CallContext } from '../protocol/context.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { pairsOf } from '../protocol/pairs.ts'

/** Each task that the server runs is an experiment. Ids of runs must begin with a letter; additional runs have a suffix. */
export const experimentId = '1'
export const runIdOf = (taskId: string) => `run-${taskId}`
export const taskIdOf = (runId: string) => (runId.startsWith('run-') ? runId.slice('run-'.length) : '')

export const missingRun = (runId: string) =>
  new MlflowError('RESOURCE_DOES_NOT_EXIST', `Run with id=${runId.slice(0, 300)} not found`)

/** The task's own run stores its metadata as tags. */
export const runTags = { name: 'mlflow.runName', status: 'mlflow.runStatus', parent: 'mlflow.parentRunId' } as const
/** Tag prefix of additional runs: their JSON record is stored under it plus the mark. */
export const recordTag = `${productTags}run.`

export const runStatuses = ['RUNNING', 'SCHEDULED', 'FINISHED', 'FAILED', 'KILLED'] as const

/** Statuses of MLflow as those of tasks; the first of a task's status is that of a run whose program did not tell another. */
export const taskStatuses: Readonly<Record<string, 'running' | 'success' | 'failed' | 'stopped'>> = {
  RUNNING: 'running',
  SCHEDULED: 'running',
  FINISHED: 'success',
  FAILED: 'failed',
  KILLED: 'stopped',
}

function statusOf({ task, external }: CallContext, logged: string | undefined): string {
  if (external === undefined) return logged ?? 'RUNNING'
  // Others than its program may have stopped it.
  if (logged !== undefined && taskStatuses[logged] === task.status) return logged
  return Object.keys(taskStatuses).find((status) => taskStatuses[status] === task.status) ?? 'RUNNING'
}

const runRecord = z.object({
  name: z.string(),
  user: z.string(),
  status: z.string(),
  startTime: z.number(),
  endTime: z.number().nullable(),
  isDeleted: z.boolean(),
  /** Prefix of its names in the journal, and name of its artifact folder. */
  prefix: z
    .string()
    .min(1)
    .max(120)
    .refine((text) => !/[/\\\0]/.test(text) && !text.startsWith('.')),
})
export type RunRecord = z.output<typeof runRecord>

type Logged = Awaited<ReturnType<Tasks['series']['logged']>>
interface LoggedMetric {
  readonly key: string
  readonly value: number
  readonly timestamp: number
  readonly step: number
}

export interface TrackedRun {
  readonly id: string
  /** Undefined for the task's own run. */
  readonly mark: string | undefined
  readonly record: RunRecord
  readonly experimentId: string
  readonly metrics: readonly LoggedMetric[]
  readonly params: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
}

export async function readRuns(context: CallContext, only?: string): Promise<TrackedRun[]> {
  return runsOf(context, await context.series.logged(context.task.id), only)
}

export function runsOf(context: CallContext, logged: Logged, only?: string): TrackedRun[] {
  const { task, external } = context
  const records = Object.entries(logged.tags).flatMap(([tag, text]): [string, RunRecord][] => {
    const record = tag.startsWith(recordTag) ? parseStored(runRecord, text) : undefined
    return record === undefined ? [] : [[tag.slice(recordTag.length), record]]
  })
  // Prefixes contain no slash.
  const prefixes = new Set(records.map(([, { prefix }]) => prefix))
  const isOwn = (name: string) =>
    !name.startsWith(productTags) && !prefixes.has(name.slice(0, Math.max(0, name.indexOf('/'))))
  const own: RunRecord = {
    name: logged.tags[runTags.name] ?? task.name,
    user: external?.user ?? task.creator,
    status: statusOf(context, logged.tags[runTags.status]),
    startTime: Date.parse(task.startedAt ?? task.createdAt),
    endTime: external === undefined || task.endedAt === null ? null : Date.parse(task.endedAt),
    isDeleted: external?.isDeleted ?? false,
    prefix: '',
  }
  const ownId = runIdOf(task.id)
  const isRequested = (id: string) => only === undefined || only === id
  return [
    ...(isRequested(ownId)
      ? [{ id: ownId, mark: undefined, record: own, ...within(logged, (name) => (isOwn(name) ? name : null)) }]
      : []),
    ...records
      .map(([mark, record]) => ({ id: `${ownId}-${mark}`, mark, record }))
      .filter(({ id }) => isRequested(id))
      .map((run) => {
        const start = `${run.record.prefix}/`
        return { ...run, ...within(logged, (name) => (name.startsWith(start) ? name.slice(start.length) : null)) }
      }),
  ].map((run) => ({ ...run, experimentId: external?.experimentId ?? experimentId }))
}

/** Undefined for a text that does not match the schema. */
export function parseStored<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The values of one run, whose names `nameIn` tells. */
function within({ last, parameters, tags }: Logged, nameIn: (name: string) => string | null) {
  const named = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const key = nameIn(name)
        return key === null ? [] : [[key, value] as const]
      }),
    )
  const metrics = last.flatMap(({ name, step, time, value }) => {
    const key = nameIn(name)
    return key === null ? [] : [{ key, value, timestamp: time, step }]
  })
  return { metrics, params: named(parameters), tags: named(tags) }
}

export function runMessage(run: TrackedRun) {
  const { [runTags.status]: _, ...tags } = run.tags
  return {
    info: runInfo(run),
    data: {
      metrics: run.metrics.map((metric) => ({ ...metric, value: jsonNumber(metric.value) })),
      params: pairsOf(run.params),
      tags: pairsOf({ [runTags.name]: run.record.name, ...tags }),
    },
    inputs: { dataset_inputs: [] },
  }
}

export function runInfo({ id, record, experimentId }: TrackedRun) {
  return {
    run_id: id,
    run_uuid: id,
    run_name: record.name,
    experiment_id: experimentId,
    user_id: record.user,
    status: record.status,
    start_time: record.startTime,
    ...(record.endTime === null ? {} : { end_time: record.endTime }),
    artifact_uri: `mlflow-artifacts:/${id}`,
    lifecycle_stage: record.isDeleted ? 'deleted' : 'active',
  }
}

export function prefixFor(name: string, { last, parameters, tags }: Logged): string {
  const names = [...last.map((one) => one.name), ...Object.keys(parameters), ...Object.keys(tags)]
  const prefixes = Object.entries(tags).flatMap(([tag, text]) =>
    tag.startsWith(recordTag) ? [parseStored(runRecord, text)?.prefix] : [],
  )
  const base =
    name
      .replaceAll(/[/\\\p{Cc}]/gu, '-')
      .replace(/^\.+/, '')
      .slice(0, 80) || 'run'
  // Metric names usually do not begin like this.
  for (let number = 1; ; number += 1) {
    const prefix = number === 1 ? `@${base}` : `@${base} ${number}`
    if (!prefixes.includes(prefix) && !names.some((one) => one.startsWith(`${prefix}/`))) return prefix
  }
}
