import type { SuggestionsProblem } from '@vermilion/contract/evaluations'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Datasets } from '#areas/datasets'
import { readJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Inferences } from '../inference/inferences.ts'
import type { Evaluations } from './evaluations.ts'
import type { EvaluatedImageStore } from './image-store.ts'
import { likelyPredictions } from './likely-predictions.ts'
import { type SuggestionRow, type SuggestionStore, suggestionStatus } from './suggestion-store.ts'

const suggestionJob = jobKind<{ suggestionsId: string }, { after: number }>('suggestion')
const imagesAtOnce = 50

const problems: Partial<Record<Failure['reason'], SuggestionsProblem>> = {
  'dataset.not-found': 'dataset',
  'suggestions.other-labels': 'other-labels',
  'dataset.labels-changing': 'labels-changing',
  'dataset.too-many-labels': 'too-many-labels',
}

export interface SuggestingNeeds extends Pick<Platform, 'events' | 'jobs'> {
  datasets: Datasets
  store: SuggestionStore
  images: Pick<EvaluatedImageStore, 'numbers'>
  evaluations: Pick<Evaluations, 'latest'>
  inferences: Pick<Inferences, 'resultsAt' | 'modelNameOf' | 'recommendedThresholdOf'>
}

export function registerSuggesting(needs: SuggestingNeeds): (id: string) => Promise<unknown> {
  const { events, jobs, datasets, store, images, evaluations, inferences } = needs

  async function end(id: string, status: 'success' | 'failed', error: SuggestionsProblem | null = null): Promise<void> {
    const row = await store.find(id)
    if (row === undefined) return
    suggestionStatus.check(row.status, status)
    await store.update(id, { status, error })
    events.publish({ type: 'task-changed', taskId: row.taskId })
  }

  async function nextNumbers({ taskId, selection }: SuggestionRow, after: number): Promise<number[]> {
    const request = readJson(selection)
    if ('numbers' in request) {
      return [...new Set(request.numbers)]
        .sort((a, b) => a - b)
        .filter((number) => number > after)
        .slice(0, imagesAtOnce)
    }
    const { round } = await evaluations.latest(taskId)
    return images.numbers(taskId, round, request.filter, after, imagesAtOnce)
  }

  jobs.register(suggestionJob, {
    async run({ payload: { suggestionsId }, resumePoint, signal, saveProgress }) {
      for (let after = resumePoint?.after ?? -1; ;) {
        signal.throwIfAborted()
        const row = await store.find(suggestionsId)
        if (row === undefined) return undefined
        const numbers = await nextNumbers(row, after)
        const last = numbers.at(-1)
        if (last === undefined) return () => end(suggestionsId, 'success')
        after = last
        const results = await inferences.resultsAt(row.taskId, numbers)
        const suggested = results.flatMap((result) =>
          result === undefined
            ? []
            : [{ fileId: result.fileId, predictions: likelyPredictions(result.predictions, row.confidence) }],
        )
        const origin = await inferences.modelNameOf(row.taskId)
        const put = datasets.suggestions.put(row.datasetId, suggested, origin, async (done) => {
          const counts = {
            images: row.images + numbers.length,
            added: row.added + done.added,
            suggested: row.suggested + done.suggested,
            kept: row.kept + done.unchanged,
            shapes: row.shapes + done.shapes,
          }
          await store.update(suggestionsId, counts)
          await saveProgress({ done: counts.images, unit: 'images', resumePoint: { after } })
        })
        await put.catch(async (error: unknown) => {
          if (error instanceof Failure) await store.update(suggestionsId, { error: problems[error.reason] ?? 'other' })
          throw error
        })
      }
    },
    async failed({ suggestionsId }) {
      await end(suggestionsId, 'failed', (await store.find(suggestionsId))?.error ?? 'other')
    },
    work: {
      kind: 'suggestion',
      async describe({ suggestionsId }) {
        const row = await store.find(suggestionsId)
        const dataset = row && (await datasets.service.require(row.datasetId).catch(() => undefined))
        if (row === undefined || dataset === undefined) return undefined
        return { name: dataset.name, owner: row.startedBy, leadsTo: { page: 'dataset', id: dataset.id } }
      },
    },
  })

  return (id) => jobs.enqueue(suggestionJob, id, { suggestionsId: id })
}
