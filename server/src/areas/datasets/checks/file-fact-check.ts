import { sql } from 'kysely'
import { findingOf } from '#platform/checks/checks'
import type { Check } from '#platform/checks/checks'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'

interface FactTables extends DatasetTables {
  files: { id: string; number: number; score: number }
  fileLineages: { fileNumber: number; lineage: number }
}

export function fileFactCheck(database: Database): Check {
  const reader = database.reader<FactTables>()
  const query = database.query<FactTables>()

  const differing = () => {
    const lineage = sql<number>`coalesce(${sql.ref('fileLineages.lineage')}, 0)`
    return reader
      .selectFrom('datasetItems')
      .innerJoin('files', 'files.id', 'datasetItems.fileId')
      .leftJoin('fileLineages', 'fileLineages.fileNumber', 'files.number')
      .select(['datasetItems.id', 'files.score', lineage.as('lineage')])
      .where(({ or, eb }) =>
        or([eb('datasetItems.score', '<>', sql.ref<number>('files.score')), eb('datasetItems.lineage', '<>', lineage)]),
      )
      .execute()
  }

  return {
    id: 'item-facts',
    locksWrites: true,
    examine: async () =>
      findingOf(
        (await differing()).map(({ id }) => ({
          en: `${id}: its file has another score or lineage`,
          zh: `${id}：其文件的评分或来源不同`,
        })),
      ),
    async repair() {
      for (const { id, ...facts } of await differing())
        await query.updateTable('datasetItems').set(facts).where('id', '=', id).execute()
    },
  }
}
