import type { Suggestions as SuggestionsReport } from '@vermilion/contract/evaluations'
import { fail } from '@vermilion/contract/kernel/errors'
import { predictionKinds } from '@vermilion/contract/predictions'
import { taskDeleted } from '#areas/tasks'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { registerSuggesting, type SuggestingNeeds } from './suggest.job.ts'
import { createSuggestionStore, type SuggestionRequest, type SuggestionRow } from './suggestion-store.ts'

interface SuggestionNeeds extends Omit<SuggestingNeeds, 'store'>, Pick<Platform, 'database' | 'clock'> {}

export type Suggestions = ReturnType<typeof createSuggestions>

export function createSuggestions(needs: SuggestionNeeds) {
  const { database, clock, events, jobs, datasets, images, evaluations, inferences } = needs
  const store = createSuggestionStore(database)
  const enqueue = registerSuggesting({ events, jobs, datasets, store, images, evaluations, inferences })
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

function reportOf(row: SuggestionRow): SuggestionsReport {
  const {
    taskId: _task,
    selection: _selection,
    confidence: _confidence,
    startedBy: _by,
    createdAt: _at,
    ...report
  } = row
  return report
}
