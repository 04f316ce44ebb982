import type { evaluationEndpoints, Suggestions as SuggestionsReport } from '@vermilion/contract/evaluations'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'

export type SuggestionRequest = Received<typeof evaluationEndpoints.suggestShapes>['body']

export interface SuggestionRow extends SuggestionsReport {
  taskId: string
  selection: JsonText<SuggestionRequest['selection']>
  confidence: number
  startedBy: string
  createdAt: string
}

export const suggestionStatus = statusTable<SuggestionsReport['status']>('suggestions', {
  processing: ['success', 'failed'],
  success: [],
  failed: [],
})

export type SuggestionStore = ReturnType<typeof createSuggestionStore>

export function createSuggestionStore(database: Database) {
  const query = database.query<{ suggestions: SuggestionRow }>()
  return {
    find: (id: string) => query.selectFrom('suggestions').selectAll().where('id', '=', id).executeTakeFirst(),
    add: (row: SuggestionRow) => query.insertInto('suggestions').values(row).execute(),
    update: (id: string, change: Partial<SuggestionRow>) =>
      query.updateTable('suggestions').set(change).where('id', '=', id).execute(),
    forgetTask: (taskId: string) => query.deleteFrom('suggestions').where('taskId', '=', taskId).execute(),
  }
}
