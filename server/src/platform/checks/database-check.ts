import type { Database } from '#platform/database/database'
import type { Check } from './checks.ts'
import { findingOf } from './checks.ts'

export function databaseCheck(database: Pick<Database, 'problems'>): Check {
  return {
    id: 'database',
    examine: async () => findingOf((await database.problems()).map((words) => ({ en: words, zh: words }))),
  }
}
