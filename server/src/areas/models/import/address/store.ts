import type { Text } from '@vermilion/contract/kernel/text'
import type { ModelFetch } from '@vermilion/contract/models/fetches'
import { type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { withoutSecrets } from './address.ts'

export interface ModelFetchRow extends Omit<ModelFetch, 'error' | 'address'> {
  error: JsonText<Text> | null
  /** Includes the query (signed addresses need it) only until the fetch ends. */
  address: string
  startedBy: string
}

export type ModelFetchStore = ReturnType<typeof createModelFetchStore>

export function createModelFetchStore(database: Database) {
  const query = database.query<{ modelFetches: ModelFetchRow }>()
  return {
    async add(row: ModelFetchRow): Promise<void> {
      await query.insertInto('modelFetches').values(row).execute()
    },
    find: (id: string) => query.selectFrom('modelFetches').selectAll().where('id', '=', id).executeTakeFirst(),
    async open(username: string): Promise<number> {
      const rows = query.selectFrom('modelFetches').select('id').where('startedBy', '=', username)
      return (await rows.where('status', '=', 'fetching').execute()).length
    },
    async forget(oldest: string): Promise<void> {
      const rows = query.deleteFrom('modelFetches').where('createdAt', '<', oldest)
      await rows.where('status', '!=', 'fetching').execute()
    },
    async update(id: string, set: Partial<ModelFetchRow>): Promise<void> {
      await query.updateTable('modelFetches').set(set).where('id', '=', id).execute()
    },
  }
}

export const modelFetchOf = ({ startedBy: _by, error, address, ...row }: ModelFetchRow): ModelFetch => ({
  ...row,
  address: withoutSecrets(address),
  error: error === null ? null : readJson(error),
})
