import { join } from 'node:path'
import type { comparedStates, ComparedModel } from '@vermilion/contract/models/comparisons'
import { learnedImages } from '@vermilion/contract/models/training-parts'
import type { InferenceModel } from '@vermilion/contract/models'
import type { TaskStatus } from '@vermilion/contract/tasks'
import { inferenceData, type Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { InferenceOrderRow, InferenceOrderStore } from '../inference/order-store.ts'
import type { EvaluationContent, EvaluationStore } from '../evaluation/evaluation-store.ts'
import { imageEntries } from '../inference/image-entry.ts'
import type { Inferences } from '../inference/inferences.ts'
import type { ComparedRun } from './messages.ts'

interface RunNeeds {
  tasks: Tasks
  orders: Pick<InferenceOrderStore, 'runsOf'>
  evaluations: Pick<EvaluationStore, 'find'>
  inferences: Pick<Inferences, 'report'>
}

type State = (typeof comparedStates)[number]

export interface ModelRun {
  readonly about: NonNullable<ComparedModel['run']>
  readonly ready: { readonly content: EvaluationContent; readonly run: ComparedRun } | null
}

const states: Readonly<Record<Exclude<TaskStatus, 'success'>, State>> = {
  queuing: 'waiting',
  running: 'running',
  failed: 'failed',
  stopped: 'failed',
}
const preference: readonly State[] = ['ready', 'judging', 'running', 'waiting', 'failed']

export type RunOf = ReturnType<typeof createRuns>

export function createRuns({ tasks, orders, evaluations, inferences }: RunNeeds) {
  async function stateOf({ taskId }: InferenceOrderRow): Promise<State | undefined> {
    const task = await tasks.row(taskId).catch(() => undefined)
    if (task === undefined) return undefined
    if (task.status !== 'success') return states[task.status]
    const evaluation = await evaluations.find(taskId)
    if (evaluation === undefined || evaluation.status === 'failed') return 'failed'
    return evaluation.content === null || evaluation.status === 'processing' ? 'judging' : 'ready'
  }

  async function readyRun({ taskId }: InferenceOrderRow): Promise<ModelRun['ready']> {
    const evaluation = await evaluations.find(taskId)
    if (evaluation === undefined || evaluation.content === null) return null
    const content = readJson(evaluation.content)
    const { data, output } = await tasks.files.at(taskId)
    const run = {
      taskId,
      round: evaluation.round,
      predictions: join(output, 'predictions.jsonl'),
      images: join(data, imageEntries),
      model: join(data, inferenceData.model),
      confidence: content.confidence,
      overlap: content.overlap,
    }
    return { content, run }
  }

  /** Null if none. `version` is the checksum of the version. */
  return async ({ checksum }: Pick<InferenceModel, 'checksum'>, version: string): Promise<ModelRun | null> => {
    let best: { row: InferenceOrderRow; state: State } | undefined
    for (const row of await orders.runsOf({ version, checksum })) {
      const state = await stateOf(row)
      if (state === undefined) continue
      if (best === undefined || preference.indexOf(state) < preference.indexOf(best.state)) best = { row, state }
      if (state === 'ready') break
    }
    if (best === undefined) return null
    const { row, state } = best
    const { images, latency } = await inferences.report(row.taskId)
    const { taskId, confidence, overlap } = row
    const ready = state === 'ready' ? await readyRun(row) : null
    const thresholds = { confidence: ready?.content.confidence ?? confidence, overlap }
    const learned = learnedImages(ready?.content.parts ?? [])
    return { about: { taskId, state, images, latency: latency?.p50 ?? null, ...thresholds, learned }, ready }
  }
}
