import type { Text } from '@vermilion/contract/kernel/text'
import type { ModelFetch } from '@vermilion/contract/models/fetches'
import { readJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface ModelFetchRow extends Omit<ModelFetch, 'error'> {
  error: JsonText<Text> | null
  startedBy: string
}

export type ModelFetchStore = ReturnType<typeof createModelFetchStore>

/** Rows of model files that are fetched. No rules here. */
export function createModelFetchStore(database: Database) {
  const query = database.query<{ modelFetches: ModelFetchRow }>()
  return {
    async add(row: ModelFetchRow): Promise<void> {
      await query.insertInto('modelFetches').values(row).execute()
    },
    find: (id: string) => query.selectFrom('modelFetches').selectAll().where('id', '=', id).executeTakeFirst(),
    async update(id: string, set: Partial<ModelFetchRow>): Promise<void> {
      await query.updateTable('modelFetches').set(set).where('id', '=', id).execute()
    },
  }
}

export const modelFetchOf = ({ startedBy: _by, error, ...row }: ModelFetchRow): ModelFetch => ({
  ...row,
  error: error === null ? null : readJson(error),
})
