import type { Cost, dataEvaluationSorts, DataEvaluationStatus, JointScore } from '@vermilion/contract/data-evaluations'
import type { Standard } from '@vermilion/contract/data-evaluations/standards'
import type { FileSelection } from '@vermilion/contract/files'
import type { ListQuery } from '@vermilion/contract/kernel/page'
import { increments, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { alphabetical, narrow, orderOf } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { evaluationStatus } from './rules.ts'

export interface EvaluationModel {
  readonly id: string
  readonly name: string
  readonly weight: number
}

export interface EvaluationRow extends Cost {
  id: string
  spaceId: string
  name: string
  selection: JsonText<FileSelection>
  models: JsonText<EvaluationModel[]>
  standard: JsonText<Standard> | null
  joint: JointScore
  status: DataEvaluationStatus
  error: string | null
  images: number | null
  done: number
  scored: number
  failed: number
  reused: number
  startedBy: string
  jobId: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  deletedAt: string | null
}

export type EvaluationCounts = Pick<
  EvaluationRow,
  'done' | 'scored' | 'failed' | 'reused' | 'calls' | 'promptTokens' | 'completionTokens'
>

interface Tables {
  dataEvaluations: EvaluationRow
}

export interface EvaluationQuery extends ListQuery {
  status?: DataEvaluationStatus | undefined
}

const orders = {
  name: { column: 'name', by: alphabetical },
  status: { column: 'status' },
  createdAt: { column: 'createdAt' },
} as const satisfies Record<(typeof dataEvaluationSorts)[number], object>

export type EvaluationStore = ReturnType<typeof createEvaluationStore>

export function createEvaluationStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  return {
    byId: (id: string) => query.selectFrom('dataEvaluations').selectAll().where('id', '=', id).executeTakeFirst(),
    page(spaceId: string, { status, ...filters }: EvaluationQuery) {
      const all = reader
        .selectFrom('dataEvaluations')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('deletedAt', 'is', null)
      const some = status === undefined ? all : all.where('status', '=', status)
      const rows = narrow(some, filters, [contains('name', filters.search ?? '')])
      return readPage(rows, { ...filters, sort: orderOf(orders, filters.sort, '-createdAt') })
    },
    idsOfSpace: (spaceId: string) =>
      query.selectFrom('dataEvaluations').select('id').where('spaceId', '=', spaceId).execute(),
    add: (row: EvaluationRow) => query.insertInto('dataEvaluations').values(row).execute(),
    update: (id: string, set: Partial<EvaluationRow>) =>
      query.updateTable('dataEvaluations').set(set).where('id', '=', id).execute(),
    remove: (id: string) => query.deleteFrom('dataEvaluations').where('id', '=', id).execute(),
    async step(id: string, to: DataEvaluationStatus, set: Partial<EvaluationRow> = {}): Promise<boolean> {
      const changed = await query
        .updateTable('dataEvaluations')
        .set({ ...set, status: to })
        .where('id', '=', id)
        .where('status', 'in', evaluationStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    addToCounters: (id: string, counts: Partial<EvaluationCounts>) =>
      query.updateTable('dataEvaluations').set(increments(counts)).where('id', '=', id).execute(),
    counters: () => reader.selectFrom('dataEvaluations').select(['id', 'images', 'done', 'scored', 'failed']).execute(),
  }
}
