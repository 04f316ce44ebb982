import type { CompiledQuery, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'
import { runTogether, statementOf, type SentStatement } from './portal.ts'

/**
 * Statements of one connection in the order of asking. Those of one turn of the event loop, and those that were asked for while others
 * ran, are sent together: a round trip costs more than most of them.
 */
export function createPipeline(client: PoolClient) {
  let waiting: SentStatement[] = []
  let sending: Promise<void> | undefined

  async function sendAll(): Promise<void> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    const statements = waiting
    waiting = []
    await runTogether(client, statements)
    sending = waiting.length > 0 ? sendAll() : undefined
  }

  return {
    async run<Row>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<Row>> {
      const result = Promise.withResolvers<QueryResult<never>>()
      waiting.push({ ...statementOf(query), result })
      sending ??= sendAll()
      return result.promise
    },
  }
}
