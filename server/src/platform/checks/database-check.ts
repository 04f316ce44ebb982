import type { Database } from '#platform/database/database'
import type { Check } from './checks.ts'
import { findingOf } from './checks.ts'

/** Reports problems of the database's own files, in the database's own language. */
export function databaseCheck(database: Pick<Database, 'problems'>): Check {
  return {
    id: 'database',
    examine: async () => findingOf((await database.problems()).map((words) => ({ en: words, zh: words }))),
  }
}
