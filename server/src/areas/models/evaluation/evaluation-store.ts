import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { Evaluation, EvaluationProblem } from '@vermilion/contract/evaluations'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'
import type { EvaluationFindings } from './messages.ts'

/** An evaluation can always be repeated. */
export const evaluationStatus = statusTable<Evaluation['status']>('evaluation', {
  processing: ['success', 'failed'],
  success: ['processing'],
  failed: ['processing'],
})

export type Counts = Evaluation['counts']

export type EvaluationContent = Omit<Evaluation, 'taskId' | 'status' | 'error' | 'evaluatedAt'>

type Curves = Pick<EvaluationFindings, 'curves' | 'overall'>
export type StoredCurves = Curves & { parts: readonly (Curves & { part: TrainingPart })[] }
export type StoredCell = { part: TrainingPart; found: number; real: number; count: number; images: number }

export interface EvaluationRow {
  taskId: string
  status: Evaluation['status']
  error: EvaluationProblem | null
  round: number
  content: JsonText<EvaluationContent> | null
  curves: JsonText<StoredCurves> | null
  cells: JsonText<StoredCell[]> | null
  evaluatedAt: string
}

interface EvaluationTables {
  evaluations: EvaluationRow
}

const short = ['taskId', 'status', 'error', 'round', 'content', 'evaluatedAt'] as const

export type EvaluationStore = ReturnType<typeof createEvaluationStore>

export function createEvaluationStore(database: Database) {
  const query = database.query<EvaluationTables>()
  const rows = (taskId: string) => query.selectFrom('evaluations').where('taskId', '=', taskId)

  return {
    find: (taskId: string) => rows(taskId).select(short).executeTakeFirst(),

    curves: (taskId: string) => rows(taskId).select('curves').executeTakeFirst(),

    cells: (taskId: string) => rows(taskId).select('cells').executeTakeFirst(),

    async await(taskId: string, evaluatedAt: string): Promise<void> {
      const nothing = { round: 0, content: null, curves: null, cells: null }
      await query
        .insertInto('evaluations')
        .values({ taskId, status: 'processing', error: null, evaluatedAt, ...nothing })
        .onConflict((conflict) => conflict.column('taskId').doUpdateSet({ status: 'processing', error: null }))
        .execute()
    },

    async update(taskId: string, change: Partial<Omit<EvaluationRow, 'taskId'>>): Promise<void> {
      await query.updateTable('evaluations').set(change).where('taskId', '=', taskId).execute()
    },

    async forget(taskId: string): Promise<void> {
      await query.deleteFrom('evaluations').where('taskId', '=', taskId).execute()
    },
  }
}
