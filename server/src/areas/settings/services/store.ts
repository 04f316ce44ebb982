import type { ServiceKind } from '@vermilion/contract/services/kinds'
import type { Service, ServiceTest } from '@vermilion/contract/services'
import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export type OpenSettings = Service['settings']

interface ServiceTableRow {
  id: string
  kind: ServiceKind
  name: string
  settings: JsonText<OpenSettings>
  secret: string | null
  lastTest: JsonText<ServiceTest> | null
  createdAt: string
  updatedAt: string
  updatedBy: string
}

export interface ServiceRow extends Omit<ServiceTableRow, 'settings' | 'lastTest'> {
  settings: OpenSettings
  lastTest: ServiceTest | null
}

const rowOf = (row: ServiceTableRow): ServiceRow => ({
  ...row,
  settings: readJson(row.settings),
  lastTest: row.lastTest === null ? null : readJson(row.lastTest),
})

const tableRowOf = (row: ServiceRow): ServiceTableRow => ({
  ...row,
  settings: writeJson(row.settings),
  lastTest: row.lastTest === null ? null : writeJson(row.lastTest),
})

export type ServiceStore = ReturnType<typeof createServiceStore>

export function createServiceStore(database: Database) {
  const query = database.query<{ services: ServiceTableRow }>()
  return {
    async all(): Promise<ServiceRow[]> {
      const rows = await query.selectFrom('services').selectAll().orderBy('createdAt').orderBy('id').execute()
      return rows.map(rowOf)
    },
    async find(id: string): Promise<ServiceRow | undefined> {
      const row = await query.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst()
      return row && rowOf(row)
    },
    async add(row: ServiceRow) {
      await query.insertInto('services').values(tableRowOf(row)).execute()
    },
    async replace(row: ServiceRow) {
      await query.updateTable('services').set(tableRowOf(row)).where('id', '=', row.id).execute()
    },
    /** Stores a test's result unless the service was changed meanwhile. */
    async keepTest(id: string, updatedAt: string, lastTest: ServiceTest) {
      await query
        .updateTable('services')
        .set({ lastTest: writeJson(lastTest) })
        .where('id', '=', id)
        .where('updatedAt', '=', updatedAt)
        .execute()
    },
    async remove(id: string): Promise<boolean> {
      const result = await query.deleteFrom('services').where('id', '=', id).executeTakeFirst()
      return result.numDeletedRows > 0n
    },
  }
}
