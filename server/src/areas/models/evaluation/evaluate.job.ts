import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import { inferenceData, taskDeleted, taskEnded } from '#areas/tasks'
import type { Tasks } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { Log } from '#platform/log'
import { imageEntries } from '../image-entry.ts'
import { type EvaluationStore, evaluationStatus, type KeptCell } from './evaluation-store.ts'
import type { JudgedImage } from './messages.ts'
import { judgeOnThread, Unjudgeable } from './thread.ts'

interface EvaluationRequest {
  taskId: string
  /** That of the task where none is given. */
  confidence?: number | undefined
  overlap: number
}

/** Each request has a name of its own; it is kept with the job as `wish`. */
interface EvaluationPayload extends EvaluationRequest {
  wish: string
}

const evaluationJob = jobKind<EvaluationPayload>('evaluation')
const forgettingJob = jobKind<{ taskId: string }>('evaluation-forgetting')

export interface EvaluationNeeds {
  database: Database
  clock: Clock
  events: Events
  jobs: Jobs
  log: Log
  tasks: Tasks
  store: EvaluationStore
}

export const usualOverlap = 0.5
/** Where a task leaves what is offered of a round for download. */
export const exportsOf = (folder: string, round: number) => join(folder, `evaluation-${round}`)

/** Judges each inference when it ends, and anew when somebody asks. */
// oxlint-disable-next-line max-lines-per-function -- one job, whose steps share its needs
export function registerEvaluating(needs: EvaluationNeeds): (request: EvaluationRequest) => Promise<void> {
  const { database, clock, events, jobs, log, tasks, store } = needs

  /** The last wish for each task. Those before it need not be judged; after a restart they are, and the last still stands. */
  const last = new Map<string, { request: string; overtaken: AbortController }>()

  /** Inside a transaction. */
  async function begin(request: EvaluationRequest): Promise<void> {
    await toProcessing(request.taskId)
    const requestId = newId()
    database.afterCommit(() => {
      last.get(request.taskId)?.overtaken.abort()
      last.set(request.taskId, { request: requestId, overtaken: new AbortController() })
    })
    // Each wish is a job of its own. They take turns, and what was asked for last stands.
    await jobs.enqueue(evaluationJob, requestId, { ...request, wish: requestId })
  }

  /** Inside a transaction. */
  async function toProcessing(taskId: string): Promise<void> {
    const existing = await store.find(taskId)
    if (existing !== undefined && existing.status !== 'processing')
      evaluationStatus.check(existing.status, 'processing')
    await store.await(taskId, clock.time())
    events.publish({ type: 'task-changed', taskId })
  }

  async function step(taskId: string, status: 'success' | 'failed', change: Parameters<typeof store.update>[1]) {
    const row = await store.find(taskId)
    if (row === undefined) return
    evaluationStatus.check(row.status, status)
    await store.update(taskId, { ...change, status, evaluatedAt: clock.time() })
    events.publish({ type: 'task-changed', taskId })
  }

  events.listen(taskEnded, async ({ taskId, kind }) => {
    if (kind === 'cloud-inference') await begin({ taskId, overlap: usualOverlap })
  })
  events.listen(taskDeleted, async ({ taskId }) => {
    if ((await store.find(taskId)) === undefined) return
    await store.forget(taskId)
    await jobs.enqueue(forgettingJob, taskId, { taskId })
  })

  jobs.register(forgettingJob, {
    async run({ payload: { taskId }, signal }) {
      while (await store.forgetSome(taskId, -1)) signal.throwIfAborted()
    },
  })

  jobs.register(evaluationJob, {
    async run({ payload: { taskId, confidence: request, overlap, wish }, signal, saveProgress }) {
      const current = last.get(taskId)
      if (current !== undefined && current.request !== wish) return undefined
      const previous = await database.transaction(async () => {
        const row = await store.find(taskId)
        // The request before this one has ended meanwhile.
        if (row !== undefined && row.status !== 'processing') await toProcessing(taskId)
        return row
      })
      if (previous === undefined) return undefined
      // What an attempt that was cut off left, or an earlier round.
      while (await store.forgetSome(taskId, previous.round)) signal.throwIfAborted()
      const row = await tasks.row(taskId)
      const round = previous.round + 1
      const { folder, data, output } = tasks.folders(taskId)
      const confidence = request ?? readJson(row.parameters)['confidence'] ?? 0
      const tally = createTally()
      const isOvertaken = () => current?.overtaken.signal.aborted === true
      const ending = current === undefined ? signal : AbortSignal.any([signal, current.overtaken.signal])
      const order = {
        predictions: join(output, 'predictions.jsonl'),
        images: join(data, imageEntries),
        model: join(data, inferenceData.model),
        exports: exportsOf(folder, round),
        confidence,
        overlap,
      }
      const take = async (images: readonly JudgedImage[]) => {
        tally.add(images)
        await database.transaction(async () => {
          // The task may have been deleted meanwhile.
          if ((await store.find(taskId)) === undefined) throw fail('task.not-found', { taskId })
          await store.add(taskId, round, images)
          await saveProgress({ done: tally.images(), unit: 'images' })
        })
      }
      try {
        const { curves, overall, ...findings } = await judgeOnThread(order, take, ending)
        return async () => {
          if (isOvertaken()) return
          if (last.get(taskId) === current) last.delete(taskId)
          const content = { ...findings, confidence, overlap, counts: tally.counts() }
          const texts = { content: writeJson(content), cells: writeJson(tally.cells()) }
          await step(taskId, 'success', { ...texts, curves: writeJson({ curves, overall }), round, error: null })
          const old = exportsOf(folder, previous.round)
          database.afterCommit(() => void rm(old, { recursive: true, force: true }).catch(() => undefined))
        }
      } catch (error) {
        if (isOvertaken() && !signal.aborted) return undefined
        if (!(error instanceof Unjudgeable)) throw error
        log.warn({ err: error, task: taskId }, 'an inference cannot be evaluated')
        const { problem } = error
        return () => step(taskId, 'failed', { error: problem })
      }
    },
    failed: ({ taskId }) => step(taskId, 'failed', { error: 'other' }),
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

function createTally() {
  const cells = new Map<string, KeptCell>()
  const counts = { right: 0, missed: 0, wrong: 0, extra: 0 }
  let images = 0
  return {
    add(judged: readonly JudgedImage[]) {
      images += judged.length
      for (const { verdict } of judged) {
        if (verdict === null) continue
        for (const name of ['right', 'missed', 'wrong', 'extra'] as const) counts[name] += verdict[name]
        for (const { found, real, count } of verdict.cells) {
          const key = `${found} ${real}`
          const cell = cells.get(key) ?? { found, real, count: 0, images: 0 }
          cells.set(key, { ...cell, count: cell.count + count, images: cell.images + 1 })
        }
      }
    },
    images: () => images,
    counts: () => counts,
    cells: () => [...cells.values()],
  }
}
