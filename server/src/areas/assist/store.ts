import type { AssistStatus } from '@vermilion/contract/assist/endpoints'
import type { Text } from '@vermilion/contract/kernel/text'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { assistStatus } from './rules.ts'

export interface FileFacts {
  readonly size: number
  /** `git`: the blob hash, which hubs give for small files. */
  readonly hash: { readonly algorithm: 'sha256' | 'git'; readonly value: string }
}

export interface ModelFacts {
  readonly dimensions?: number
}

export interface AssistModelRow {
  id: string
  status: Exclude<AssistStatus, 'absent'>
  source: 'hub' | 'archive'
  /** Commit of the files; null until the hub reports it. */
  revision: string | null
  files: JsonText<Readonly<Record<string, FileFacts>>> | null
  facts: JsonText<ModelFacts> | null
  done: number
  total: number | null
  error: JsonText<Text> | null
  jobId: string | null
  startedBy: string
  startedAt: string
  readyAt: string | null
}

export type AssistStore = ReturnType<typeof createAssistStore>

export function createAssistStore(database: Database) {
  const query = database.query<{ assistModels: AssistModelRow }>()
  return {
    all: () => query.selectFrom('assistModels').selectAll().execute(),
    byId: (id: string) => query.selectFrom('assistModels').selectAll().where('id', '=', id).executeTakeFirst(),
    async put(row: AssistModelRow): Promise<void> {
      const { id: _id, ...set } = row
      await query
        .insertInto('assistModels')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
        .execute()
    },
    update: (id: string, set: Partial<AssistModelRow>) =>
      query.updateTable('assistModels').set(set).where('id', '=', id).execute(),
    async step(id: string, status: AssistModelRow['status'], set: Partial<AssistModelRow> = {}): Promise<boolean> {
      const { numUpdatedRows } = await query
        .updateTable('assistModels')
        .set({ ...set, status })
        .where('id', '=', id)
        .where('status', 'in', assistStatus.sources(status) as AssistModelRow['status'][])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    remove: (id: string) => query.deleteFrom('assistModels').where('id', '=', id).execute(),
  }
}
