import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Where the document of an image of an import lies, and all that is said of one file of its source together. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('datasetImportImages').addColumn('sidecar', 'text').execute()
  await schema
    .alterTable('datasetImportImages')
    .addColumn('folder', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema
    .createIndex('datasetImportImagesByFile')
    .on('datasetImportImages')
    .columns(['importId', 'file'])
    .where(sql.ref('file'), 'is not', null)
    .execute()
}
