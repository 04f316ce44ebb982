import type { Suggestions as SuggestionsReport } from '@vermilion/contract/evaluations'
import { fail } from '@vermilion/contract/kernel/errors'
import { predictionKinds } from '@vermilion/contract/predictions'
import { taskDeleted } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import type { Inferences } from '../inferences.ts'
import { registerSuggesting, type SuggestingNeeds } from './suggest.job.ts'
import { createSuggestionStore, problemOf, type SuggestionRequest, type SuggestionRow } from './suggestion-store.ts'

interface SuggestionNeeds extends Omit<SuggestingNeeds, 'store' | 'modelNameOf'> {
  database: Database
  clock: Clock
  inferences: Pick<Inferences, 'modelNameOf' | 'recommendedThresholdOf'>
}

export type Suggestions = ReturnType<typeof createSuggestions>

export function createSuggestions(needs: SuggestionNeeds) {
  const { database, clock, events, jobs, datasets, images, evaluations, resultsAt, inferences } = needs
  const { modelNameOf } = inferences
  const store = createSuggestionStore(database)
  const enqueue = registerSuggesting({ events, jobs, datasets, store, images, evaluations, resultsAt, modelNameOf })
  events.listen(taskDeleted, async ({ taskId }) => {
    await store.forgetTask(taskId)
  })

  return {
    async start(taskId: string, { datasetId, selection, confidence }: SuggestionRequest, startedBy: string) {
      const { content } = await evaluations.latest(taskId)
      const least = confidence ?? (await inferences.recommendedThresholdOf(taskId)) ?? content.confidence
      await datasets.suggestions.require(datasetId, predictionKinds[content.labelType])
      const counts = { images: 0, added: 0, suggested: 0, kept: 0, shapes: 0 }
      const about = { id: newId(), taskId, datasetId, status: 'processing' as const, error: null, ...counts }
      const row = { ...about, selection: writeJson(selection), confidence: least, startedBy, createdAt: clock.time() }
      await database.transaction(async () => {
        await store.add(row)
        await enqueue(row.id)
      })
      return reportOf(row)
    },

    async get(taskId: string, id: string): Promise<SuggestionsReport> {
      const row = await store.find(id)
      if (row?.taskId !== taskId) throw fail('suggestions.not-found')
      return reportOf(row)
    },
  }
}

function reportOf({ id, datasetId, status, error, images, added, ...row }: SuggestionRow): SuggestionsReport {
  const { suggested: input, kept, shapes } = row
  return { id, datasetId, status, error: problemOf(error), images, added, suggested: input, kept, shapes }
}
