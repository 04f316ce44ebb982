import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { evaluationStatuses } from '@vermilion/contract/evaluations'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { statusTable } from '#platform/status'
import type { EvaluationFindings, PartFindings } from './messages.ts'

export type EvaluationStatus = (typeof evaluationStatuses)[number]

/** An evaluation can always be repeated. */
export const evaluationStatus = statusTable<EvaluationStatus>('evaluation', {
  processing: ['success', 'failed'],
  success: ['processing'],
  failed: ['processing'],
})

export type Counts = Record<'right' | 'missed' | 'wrong' | 'extra', number>

/** Stored findings, apart from curves and confusion cells. */
export interface EvaluationContent extends Omit<
  EvaluationFindings,
  'curves' | 'overall' | 'countsByConfidence' | 'parts'
> {
  /** Missing in earlier versions. */
  countsByConfidence?: boolean
  /** Missing in earlier versions. */
  parts?: readonly StoredPart[]
  confidence: number
  overlap: number
  counts: Counts
}
type StoredPart = Omit<PartFindings, 'curves' | 'overall'> & { counts: Counts }

type Curves = Pick<EvaluationFindings, 'curves' | 'overall'>
export type StoredCurves = Curves & { parts?: readonly (Curves & { part: TrainingPart })[] }
export type StoredCell = { part?: TrainingPart; found: number; real: number; count: number; images: number }

export interface EvaluationRow {
  taskId: string
  status: EvaluationStatus
  error: string | null
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

  return {
    find: (taskId: string) =>
      query.selectFrom('evaluations').select(short).where('taskId', '=', taskId).executeTakeFirst(),

    async curves(taskId: string): Promise<JsonText<StoredCurves> | null> {
      const row = query.selectFrom('evaluations').select('curves').where('taskId', '=', taskId)
      return (await row.executeTakeFirst())?.curves ?? null
    },

    async cells(taskId: string): Promise<JsonText<StoredCell[]> | null> {
      const row = query.selectFrom('evaluations').select('cells').where('taskId', '=', taskId)
      return (await row.executeTakeFirst())?.cells ?? null
    },

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
