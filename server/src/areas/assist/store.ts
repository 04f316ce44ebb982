import type { AssistStatus } from '@vermilion/contract/assist/endpoints'
import type { Text } from '@vermilion/contract/kernel/text'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { assistStatus } from './rules.ts'

/** What a file has to be, as the catalogue or the hub says. */
export interface FileFacts {
  readonly size: number
  /** `git`: of small files a hub tells the hash that Git names them by. */
  readonly hash: { readonly algorithm: 'sha256' | 'git'; readonly value: string }
}

/** What running a model has shown of it. */
export interface ModelFacts {
  /** Of an embedder: the length of its vectors. */
  readonly dimensions?: number
}

export interface AssistModelRow {
  /** Of the catalogue. */
  id: string
  status: Exclude<AssistStatus, 'absent'>
  source: 'hub' | 'archive'
  /** The commit that the files are of; null until the hub has told. */
  revision: string | null
  /** By name; null until they are known. */
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

/** Rows of the models that were asked for. No rules here. */
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
    /** False where the model is in a state that does not lead there. */
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
