import type { Criterion } from '@vermilion/contract/data-evaluations/standards'
import { sql } from 'kysely'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface StandardRow {
  id: string
  name: string
  description: string
  version: number
  criteria: JsonText<Criterion[]>
  createdBy: string
  updatedAt: string
}

interface Tables {
  evaluationStandards: StandardRow
}

export function createStandardStore(database: Database) {
  const query = database.query<Tables>()
  return {
    all: () =>
      database
        .reader<Tables>()
        .selectFrom('evaluationStandards')
        .selectAll()
        .orderBy(sql`lower(${sql.ref('name')})`)
        .execute(),
    byId: (id: string) => query.selectFrom('evaluationStandards').selectAll().where('id', '=', id).executeTakeFirst(),
    add: (row: StandardRow) => query.insertInto('evaluationStandards').values(row).execute(),
    update: ({ id, ...set }: StandardRow) =>
      query.updateTable('evaluationStandards').set(set).where('id', '=', id).execute(),
    async remove(id: string): Promise<boolean> {
      return (await query.deleteFrom('evaluationStandards').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}
