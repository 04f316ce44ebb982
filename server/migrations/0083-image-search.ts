import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Data spaces whose images are kept in the index of vectors, and which content has which place in it. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('searchSpaces')
    .addColumn('spaceId', 'text', (column) => column.primaryKey())
    /** Of the space's files, as the index has them; -1 before it has. */
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text')
    .execute()
  await schema
    .createTable('searchContents')
    /** Of its vector in the index; a row whose content has gone keeps the number for another one. */
    .addColumn('slot', 'integer', (column) => column.primaryKey())
    .addColumn('checksum', 'text')
    /** What made the vector, with its version. */
    .addColumn('embedder', 'text', (column) => column.notNull())
    /** 0 for a picture that no vector could be made of. */
    .addColumn('readable', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('searchContentsByChecksum')
    .on('searchContents')
    .column('checksum')
    .unique()
    .where(sql.ref('checksum'), 'is not', null)
    .execute()
  await schema
    .createIndex('searchContentsFree')
    .on('searchContents')
    .column('slot')
    .where(sql.ref('checksum'), 'is', null)
    .execute()
}
