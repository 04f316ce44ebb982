import type { LabelErrorStatus } from '@vermilion/contract/auto-label/label-errors'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Language, Text } from '@vermilion/contract/kernel/text'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { statusTable } from '#platform/status'

export const rankingStatus = statusTable<LabelErrorStatus>('ranking of label errors', {
  queuing: ['training', 'running', 'success', 'failed', 'stopped'],
  training: ['running', 'success', 'failed', 'stopped'],
  running: ['success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})

export interface RankingRow {
  id: string
  datasetId: string
  number: number
  /** Null where folds judge. */
  labellerId: string | null
  labellerName: string | null
  foldCount: number
  parameters: JsonText<Readonly<Record<string, number>>>
  status: LabelErrorStatus
  error: JsonText<Text> | null
  images: number | null
  language: Language
  startedBy: string
  createdAt: string
  endedAt: string | null
}

export interface FoldRow {
  rankingId: string
  fold: number
  taskId: string
  taskName: string
  modelId: string | null
}

interface Tables {
  labelErrorRankings: RankingRow
  labelErrorFolds: FoldRow
}

const open = ['queuing', 'training', 'running'] as const

export type RankingStore = ReturnType<typeof createRankingStore>

export function createRankingStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const all = () => query.selectFrom('labelErrorRankings').selectAll()
  const folds = () => query.selectFrom('labelErrorFolds').selectAll()
  return {
    byId: (id: string): Promise<RankingRow | undefined> => all().where('id', '=', id).executeTakeFirst(),
    active: (datasetId: string): Promise<RankingRow | undefined> =>
      all().where('datasetId', '=', datasetId).where('status', 'in', open).limit(1).executeTakeFirst(),
    async nextNumber(datasetId: string): Promise<number> {
      const last = all().where('datasetId', '=', datasetId).orderBy('number', 'desc').limit(1)
      return ((await last.executeTakeFirst())?.number ?? 0) + 1
    },
    page: (datasetId: string, { cursor, limit }: PageQuery) =>
      readPage(reader.selectFrom('labelErrorRankings').selectAll().where('datasetId', '=', datasetId), {
        cursor,
        limit,
        sort: [{ column: 'number', direction: 'desc' }],
      }),
    async add(row: RankingRow, foldRows: readonly FoldRow[]): Promise<void> {
      await query.insertInto('labelErrorRankings').values(row).execute()
      if (foldRows.length > 0) await query.insertInto('labelErrorFolds').values(foldRows).execute()
    },
    update: (id: string, set: Partial<RankingRow>) =>
      query.updateTable('labelErrorRankings').set(set).where('id', '=', id).execute(),
    async step(id: string, to: LabelErrorStatus, set: Partial<RankingRow> = {}): Promise<boolean> {
      const changed = await query
        .updateTable('labelErrorRankings')
        .set({ ...set, status: to })
        .where('id', '=', id)
        .where('status', 'in', rankingStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    remove: (id: string) => query.deleteFrom('labelErrorRankings').where('id', '=', id).execute(),
    foldsOf: (rankingId: string): Promise<FoldRow[]> =>
      folds().where('rankingId', '=', rankingId).orderBy('fold').execute(),
    foldOfTask: (taskId: string): Promise<FoldRow | undefined> =>
      folds().where('taskId', '=', taskId).executeTakeFirst(),
    setModel: (taskId: string, modelId: string) =>
      query.updateTable('labelErrorFolds').set({ modelId }).where('taskId', '=', taskId).execute(),
  }
}
