import type { LearningRound, RoundStatus } from '@vermilion/contract/auto-label/learning'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Text } from '@vermilion/contract/kernel/text'
import type { ModelMetrics } from '@vermilion/contract/predictions'
import { type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import { statusTable } from '#platform/status'

const roundStatus = statusTable<RoundStatus>('learning round', {
  training: ['suggesting', 'failed', 'stopped', 'success'],
  suggesting: ['success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})

export interface RoundRow extends Omit<LearningRound, 'error' | 'metrics'> {
  error: JsonText<Text> | null
  metrics: JsonText<ModelMetrics | null>
  prompt: string
  /** Null for the model's recommended threshold. */
  threshold: number | null
}

export type RoundStore = ReturnType<typeof createRoundStore>

export function createRoundStore(database: Database) {
  const query = database.query<{ learningRounds: RoundRow }>()
  const reader = database.reader<{ learningRounds: RoundRow }>()
  const all = () => query.selectFrom('learningRounds').selectAll()
  return {
    byId: (id: string) => all().where('id', '=', id).executeTakeFirst(),
    byTask: (taskId: string) => all().where('taskId', '=', taskId).executeTakeFirst(),
    active: (datasetId: string) =>
      all()
        .where('datasetId', '=', datasetId)
        .where('status', 'in', ['training', 'suggesting'])
        .limit(1)
        .executeTakeFirst(),
    async nextNumber(datasetId: string): Promise<number> {
      const last = all().where('datasetId', '=', datasetId).orderBy('number', 'desc').limit(1)
      return ((await last.executeTakeFirst())?.number ?? 0) + 1
    },
    page: (datasetId: string, { cursor, limit }: PageQuery) =>
      readPage(reader.selectFrom('learningRounds').selectAll().where('datasetId', '=', datasetId), {
        cursor,
        limit,
        sort: [{ column: 'number', direction: 'desc' }],
      }),
    add: (row: RoundRow) => query.insertInto('learningRounds').values(row).execute(),
    update: (id: string, set: Partial<RoundRow>) =>
      query.updateTable('learningRounds').set(set).where('id', '=', id).execute(),
    async step(id: string, to: RoundStatus, set: Partial<RoundRow> = {}): Promise<boolean> {
      const changed = await query
        .updateTable('learningRounds')
        .set({ ...set, status: to })
        .where('id', '=', id)
        .where('status', 'in', roundStatus.sources(to))
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
  }
}

export function toRound({ prompt: _prompt, threshold: _threshold, ...row }: RoundRow): LearningRound {
  return {
    ...row,
    error: row.error === null ? null : readJson(row.error),
    metrics: readJson(row.metrics),
  }
}
