import type { Database } from '#platform/database/database'
import type { Check } from './checks.ts'
import { findingOf } from './checks.ts'

/** What the database says of its own files; its words have no other language. */
export function databaseCheck(database: Pick<Database, 'problems'>): Check {
  return {
    id: 'database',
    examine: async () => findingOf((await database.problems()).map((words) => ({ en: words, zh: words }))),
  }
}
