import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** What a clean-up removed and nobody can make again is held for some days; and when the clock was set. */
export const up: Migration['up'] = async (schema) => {
  /** See `cleanUpHolds`. */
  await schema
    .alterTable('cleanUps')
    .addColumn('hold', 'text', (column) => column.notNull().defaultTo('none'))
    .execute()
  await schema
    .alterTable('cleanUps')
    .addColumn('heldFiles', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('cleanUps')
    .addColumn('heldBytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('cleanUps').addColumn('heldUntil', 'text').execute()
  /** The clean-up that took a deleted file out of the trash. */
  await schema.alterTable('trash').addColumn('heldBy', 'text').execute()
  await schema.dropIndex('trashByAge').execute()
  await schema
    .createIndex('trashByAge')
    .on('trash')
    .columns(['deletedAt', 'fileId'])
    .where(sql.ref('heldBy'), 'is', null)
    .execute()
  await schema
    .createIndex('trashHeld')
    .on('trash')
    .columns(['heldBy', 'fileId'])
    .where(sql.ref('heldBy'), 'is not', null)
    .execute()
  /** When the clock was set, so that charts can say so. */
  await schema
    .createTable('clockJumps')
    .addColumn('at', 'bigint', (column) => column.primaryKey())
    .addColumn('seconds', 'bigint', (column) => column.notNull())
    .execute()
}
