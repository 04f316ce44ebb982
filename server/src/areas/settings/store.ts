import type { ServerSettings, SettingName } from '@vermilion/contract/settings'
import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

interface SettingRow {
  key: SettingName
  value: JsonText<ServerSettings[SettingName]>
  updatedAt: string
  updatedBy: string
}

export function createSettingsStore(database: Database) {
  const query = database.query<{ settings: SettingRow }>()
  return {
    async all(): Promise<Partial<ServerSettings>> {
      const rows = await query.selectFrom('settings').select(['key', 'value']).execute()
      return Object.fromEntries(rows.map(({ key, value }) => [key, readJson(value)]))
    },
    async set(key: SettingName, value: ServerSettings[SettingName], updated: { at: string; by: string }) {
      const row = { value: writeJson(value), updatedAt: updated.at, updatedBy: updated.by }
      await query
        .insertInto('settings')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    },
    async remove(key: SettingName) {
      await query.deleteFrom('settings').where('key', '=', key).execute()
    },
  }
}
