import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Deletions of devices are read over all devices, newest first, and are few among their records. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createIndex('deviceDeletions')
    .on('deviceRecords')
    .columns(['at', 'id'])
    .where(sql.ref('action'), '=', 'deleted')
    .execute()
}
