import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

interface SettingRow {
  key: string
  value: JsonText<unknown>
  updatedAt: string
  updatedBy: string
}

/** Values by their name; those of others stand in the same table. */
export function createSettingsStore<Values extends object>(database: Database) {
  const query = database.query<{ settings: SettingRow }>()
  return {
    async all(): Promise<Partial<Values>> {
      const rows = await query.selectFrom('settings').select(['key', 'value']).execute()
      return Object.fromEntries(rows.map(({ key, value }) => [key, readJson(value)])) as Partial<Values>
    },
    async set<Name extends keyof Values & string>(key: Name, value: Values[Name], updated: { at: string; by: string }) {
      const row = { value: writeJson(value), updatedAt: updated.at, updatedBy: updated.by }
      await query
        .insertInto('settings')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    },
    async remove(key: keyof Values & string) {
      await query.deleteFrom('settings').where('key', '=', key).execute()
    },
  }
}
