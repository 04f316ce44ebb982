import { rm } from 'node:fs/promises'
import type { Datasets } from '#areas/datasets'
import { taskEnded, type Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { EvaluationStore } from './evaluation-store.ts'
import type { TrainingData } from '../lineage/training-data.ts'
import { registerForgetting } from './forgetting.job.ts'
import type { EvaluatedImageStore } from './image-store.ts'
import { headlineOf } from './headline.ts'
import { createRoundJudge, exportsOf } from './judge-round.ts'
import { createLatestRequests } from './latest-requests.ts'
import { createStatusSteps } from './status-steps.ts'
import { Unjudgeable } from './thread.ts'

interface EvaluationRequest {
  taskId: string
  confidence?: number | undefined
  overlap: number
}

/** `wish` identifies the request of a job. */
interface EvaluationPayload extends EvaluationRequest {
  wish: string
}

const evaluationJob = jobKind<EvaluationPayload>('evaluation')

export interface EvaluationNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'log'> {
  tasks: Tasks
  store: EvaluationStore
  images: EvaluatedImageStore
  datasets: Datasets
  trainingData: TrainingData
}

export const usualOverlap = 0.5

export function registerEvaluating(needs: EvaluationNeeds): (request: EvaluationRequest) => Promise<void> {
  const { database, clock, events, jobs, log, tasks, store, images, datasets, trainingData } = needs
  const latest = createLatestRequests()
  const steps = createStatusSteps({ clock, events, store })
  const judge = createRoundJudge({ database, tasks, store, images, datasets, trainingData })
  registerForgetting({ events, jobs, store, images })

  async function begin(request: EvaluationRequest): Promise<void> {
    await steps.toProcessing(request.taskId)
    const requestId = newId()
    database.afterCommit(() => latest.set(request.taskId, requestId))
    // Each request is its own job. They run in order, and the last request wins.
    await jobs.enqueue(evaluationJob, requestId, { ...request, wish: requestId })
  }

  events.listen(taskEnded, async ({ taskId, kind }) => {
    if (kind === 'cloud-inference' || kind === 'board-inference') await begin({ taskId, overlap: usualOverlap })
  })

  /** Starts processing and returns the previous round's number; undefined for a deleted task. */
  async function openRound(taskId: string): Promise<number | undefined> {
    return database.transaction(async () => {
      const row = await store.find(taskId)
      if (row !== undefined && row.status !== 'processing') await steps.toProcessing(taskId)
      return row?.round
    })
  }

  jobs.register(evaluationJob, {
    async run({ payload: { taskId, confidence, overlap, wish: requestId }, signal, saveProgress }) {
      if (latest.isOvertaken(taskId, requestId)) return undefined
      const overtaken = latest.overtakenSignal(taskId)
      const previous = await openRound(taskId)
      if (previous === undefined) return undefined
      // Remove rows of interrupted attempts and earlier rounds.
      while (await images.forgetSome(taskId, previous)) signal.throwIfAborted()
      const round = previous + 1
      const ending = overtaken === undefined ? signal : AbortSignal.any([signal, overtaken])
      try {
        const order = { taskId, round, confidence, overlap }
        const findings = await judge(order, { signal: ending, save: saveProgress })
        await tasks.files.store(await tasks.row(taskId))
        return async () => {
          if (overtaken?.aborted === true) return
          latest.forget(taskId, requestId)
          await steps.end(taskId, 'success', { ...findings, round, error: null })
          const headline = findings.content === null ? null : headlineOf(readJson(findings.content))
          await tasks.noteHeadline(taskId, headline)
          const old = exportsOf(tasks.folders(taskId).folder, previous)
          database.afterCommit(() => void rm(old, { recursive: true, force: true }).catch(() => undefined))
        }
      } catch (error) {
        if (overtaken?.aborted === true && !signal.aborted) return undefined
        if (!(error instanceof Unjudgeable)) throw error
        log.warn({ err: error, task: taskId }, 'an inference cannot be evaluated')
        const { problem } = error
        return () => steps.end(taskId, 'failed', { error: problem })
      }
    },
    failed: ({ taskId }) => steps.end(taskId, 'failed', { error: 'other' }),
    work: {
      kind: 'evaluation',
      async describe({ taskId }) {
        const row = await tasks.row(taskId).catch(() => undefined)
        return row && { name: row.name, owner: row.creator, leadsTo: { page: 'task', id: taskId } }
      },
    },
  })

  return begin
}
