import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { sql } from 'kysely'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

interface PresetRow {
  id: string
  name: string
  config: JsonText<GenerationConfig>
  createdBy: string
  updatedAt: string
}

interface Tables {
  generationPresets: PresetRow
}

export function createPresetStore(database: Database) {
  const query = database.query<Tables>()
  return {
    all: () =>
      database
        .reader<Tables>()
        .selectFrom('generationPresets')
        .selectAll()
        .orderBy(sql`lower(${sql.ref('name')})`)
        .execute(),
    add: (row: PresetRow) => query.insertInto('generationPresets').values(row).execute(),
    async update(id: string, set: Pick<PresetRow, 'name' | 'config' | 'updatedAt'>): Promise<PresetRow | undefined> {
      return query.updateTable('generationPresets').set(set).where('id', '=', id).returningAll().executeTakeFirst()
    },
    async remove(id: string): Promise<boolean> {
      return (await query.deleteFrom('generationPresets').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}
