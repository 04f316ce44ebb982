import {
  type Suggestions as SuggestionsReport,
  type evaluationEndpoints,
  type SuggestionsProblem,
  suggestionsProblem,
} from '@vermilion/contract/evaluations'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { InferenceResult } from '@vermilion/contract/models'
import { predictionKinds, type ModelPrediction } from '@vermilion/contract/predictions'
import type { Datasets } from '#areas/datasets'
import { taskDeleted } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import { statusTable } from '#platform/status'
import type { EvaluationStore } from './evaluation-store.ts'
import type { Evaluations } from './evaluations.ts'

type Request = Received<typeof evaluationEndpoints.suggestShapes>['body']

interface SuggestionRow extends Omit<SuggestionsReport, 'error'> {
  /** Older versions wrote a text. */
  error: string | null
  taskId: string
  selection: JsonText<Request['selection']>
  confidence: number
  startedBy: string
  createdAt: string
}

const suggestionJob = jobKind<{ suggestionsId: string }, { after: number }>('suggestion')
/** Images of one transaction. */
const imagesAtOnce = 50
const suggestionStatus = statusTable<SuggestionsReport['status']>('suggestions', {
  processing: ['success', 'failed'],
  success: [],
  failed: [],
})

const problems: Partial<Record<Failure['reason'], SuggestionsProblem>> = {
  'dataset.not-found': 'dataset',
  'suggestions.other-labels': 'other-labels',
  'dataset.labels-changing': 'labels-changing',
  'dataset.too-many-labels': 'too-many-labels',
}

const problemOf = (error: string | null) =>
  error === null ? null : (suggestionsProblem.safeParse(error).data ?? 'other')

interface SuggestionNeeds {
  database: Database
  clock: Clock
  events: Events
  jobs: Jobs
  datasets: Datasets
  store: EvaluationStore
  evaluations: Evaluations
  resultsAt(taskId: string, numbers: readonly number[]): Promise<(InferenceResult | undefined)[]>
}

export type Suggestions = ReturnType<typeof createSuggestions>

/** Takes images of inferences into datasets, with what was found as suggestions. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSuggestions(needs: SuggestionNeeds) {
  const { database, clock, events, jobs, datasets, store, evaluations } = needs
  const query = database.query<{ suggestions: SuggestionRow }>()

  const find = (id: string) => query.selectFrom('suggestions').selectAll().where('id', '=', id).executeTakeFirst()
  const update = (id: string, change: Partial<SuggestionRow>) =>
    query.updateTable('suggestions').set(change).where('id', '=', id).execute()

  async function end(id: string, status: 'success' | 'failed', error: SuggestionsProblem | null = null): Promise<void> {
    const row = await find(id)
    if (row === undefined) return
    suggestionStatus.check(row.status, status)
    await update(id, { status, error })
    events.publish({ type: 'task-changed', taskId: row.taskId })
  }

  /** The numbers of the next images. */
  async function next({ taskId, selection }: SuggestionRow, after: number): Promise<number[]> {
    const request = readJson(selection)
    if ('numbers' in request) {
      return [...new Set(request.numbers)]
        .sort((a, b) => a - b)
        .filter((number) => number > after)
        .slice(0, imagesAtOnce)
    }
    const { round } = await evaluations.shown(taskId)
    return store.numbers(taskId, round, request.filter, after, imagesAtOnce)
  }

  events.listen(taskDeleted, async ({ taskId }) => {
    await query.deleteFrom('suggestions').where('taskId', '=', taskId).execute()
  })

  jobs.register(suggestionJob, {
    async run({ payload: { suggestionsId }, resumePoint, signal, saveProgress }) {
      for (let after = resumePoint?.after ?? -1; ;) {
        signal.throwIfAborted()
        const row = await find(suggestionsId)
        if (row === undefined) return undefined
        const numbers = await next(row, after)
        const last = numbers.at(-1)
        if (last === undefined) return () => end(suggestionsId, 'success')
        after = last
        const results = await needs.resultsAt(row.taskId, numbers)
        const images = results.flatMap((result) =>
          result === undefined
            ? []
            : [{ fileId: result.fileId, predictions: suggested(result.predictions, row.confidence) }],
        )
        const put = datasets.suggestions.put(row.datasetId, images, async (done) => {
          const counts = {
            images: row.images + numbers.length,
            added: row.added + done.added,
            suggested: row.suggested + done.suggested,
            kept: row.kept + done.unchanged,
            shapes: row.shapes + done.shapes,
          }
          await update(suggestionsId, counts)
          await saveProgress({ done: counts.images, unit: 'images', resumePoint: { after } })
        })
        await put.catch(async (error: unknown) => {
          if (error instanceof Failure) await update(suggestionsId, { error: problems[error.reason] ?? 'other' })
          throw error
        })
      }
    },
    async failed({ suggestionsId }) {
      await end(suggestionsId, 'failed', problemOf((await find(suggestionsId))?.error ?? 'other'))
    },
    work: {
      kind: 'suggestion',
      async describe({ suggestionsId }) {
        const row = await find(suggestionsId)
        const dataset = row && (await datasets.service.require(row.datasetId).catch(() => undefined))
        if (row === undefined || dataset === undefined) return undefined
        return { name: dataset.name, owner: row.startedBy, leadsTo: { page: 'dataset', id: dataset.id } }
      },
    },
  })

  const reportOf = ({ id, datasetId, status, error, images, added, ...row }: SuggestionRow): SuggestionsReport => {
    const { suggested: input, kept, shapes } = row
    return { id, datasetId, status, error: problemOf(error), images, added, suggested: input, kept, shapes }
  }

  return {
    /** Fails as `evaluation.missing`, `dataset.not-found` or `suggestions.other-labels`. */
    async start(taskId: string, { datasetId, selection, confidence }: Request, startedBy: string) {
      const { content } = await evaluations.shown(taskId)
      await datasets.suggestions.require(datasetId, predictionKinds[content.labelType])
      const counts = { images: 0, added: 0, suggested: 0, kept: 0, shapes: 0 }
      const about = { id: newId(), taskId, datasetId, status: 'processing' as const, error: null, ...counts }
      const row = { ...about, selection: writeJson(selection), confidence, startedBy, createdAt: clock.time() }
      await database.transaction(async () => {
        await query.insertInto('suggestions').values(row).execute()
        await jobs.enqueue(suggestionJob, row.id, { suggestionsId: row.id })
      })
      return reportOf(row)
    },

    async get(taskId: string, id: string): Promise<SuggestionsReport> {
      const row = await find(id)
      if (row?.taskId !== taskId) throw fail('suggestions.not-found')
      return reportOf(row)
    },
  }
}

/** Of classes the likeliest one is suggested, and others that are likelier than not. */
const likely = 0.5

function suggested(predictions: readonly ModelPrediction[], confidence: number): ModelPrediction[] {
  const surest = predictions.reduce<ModelPrediction | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  )
  return predictions.filter(
    (one) => one.score >= confidence && (isPlaced(one) || one === surest || one.score >= likely),
  )
}

/** Whether it lies somewhere in the image, beside others. */
function isPlaced(prediction: ModelPrediction): boolean {
  return 'box' in prediction || 'mask' in prediction
}
