import type { SeriesAnswers } from '../series/series.worker.ts'
import type { TaskRow } from '../task-row.ts'

/** Each task is one run of one experiment. A run's id begins with a letter, as the clients want it. */
export const experimentId = '1'
export const runIdOf = (taskId: string) => `run-${taskId}`
/** Where the clients send files to: this server, which keeps them among the task's results. */
const artifactsOf = (taskId: string) => `mlflow-artifacts:/${runIdOf(taskId)}`

/** What the client says of its run is kept among its tags. */
export const runTags = { name: 'mlflow.runName', status: 'mlflow.runStatus' } as const

export function experiment(name: string) {
  return {
    experiment_id: experimentId,
    name,
    artifact_location: 'mlflow-artifacts:/',
    lifecycle_stage: 'active',
    tags: [],
  }
}

/** A task with what was logged of it, as the protocol words a run. */
export function describeRun(task: TaskRow, { last, parameters, tags }: SeriesAnswers['logged']) {
  const status = tags[runTags.status] ?? 'RUNNING'
  const info = {
    run_id: runIdOf(task.id),
    run_uuid: runIdOf(task.id),
    run_name: tags[runTags.name] ?? task.name,
    experiment_id: experimentId,
    user_id: task.creator,
    status,
    start_time: Date.parse(task.startedAt ?? task.createdAt),
    artifact_uri: artifactsOf(task.id),
    lifecycle_stage: 'active',
  }
  const metrics = last.map(({ name, step, time, value }) => ({ key: name, value, timestamp: time, step }))
  const pairs = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([key, value]) => ({ key, value }))
  const shownTags = Object.fromEntries(Object.entries(tags).filter(([key]) => key !== runTags.status))
  return {
    info,
    data: { metrics, params: pairs(parameters), tags: pairs({ [runTags.name]: info.run_name, ...shownTags }) },
    inputs: { dataset_inputs: [] },
  }
}
