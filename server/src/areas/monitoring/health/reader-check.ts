import { sql } from 'kysely'
import type { Check } from '#platform/checks/checks'
import type { Database } from '#platform/database/database'
import { withTimeout } from '#platform/time-out'

/** In milliseconds. */
const patience = 3_000

export function readerCheck(database: Pick<Database, 'reader'>): Check {
  return {
    id: 'reader-threads',
    async examine() {
      const startedAt = performance.now()
      try {
        await withTimeout(sql`select 1`.execute(database.reader()), { timeoutMs: patience })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { state: 'problem', words: [{ en: `No answer: ${reason}`, zh: `没有响应：${reason}` }] }
      }
      const took = Math.round(performance.now() - startedAt)
      return { state: 'ok', words: [{ en: `Answered in ${took} ms`, zh: `${took} ms 内响应` }] }
    },
  }
}
