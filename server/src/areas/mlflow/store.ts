import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'

interface Tables {
  trackingTokens: { hash: string; taskId: string; createdAt: string }
}

/** Tokens of programs, each for its own task. Only hashes are stored. */
export function createTokenStore({ database, clock }: { database: Database; clock: Clock }) {
  const query = database.query<Tables>()
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
  return {
    async add(taskId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      await query
        .insertInto('trackingTokens')
        .values({ hash: hashOf(token), taskId, createdAt: clock.time() })
        .execute()
      return token
    },
    async taskOf(token: string): Promise<string | undefined> {
      const tokens = query.selectFrom('trackingTokens').select('taskId')
      return (await tokens.where('hash', '=', hashOf(token)).executeTakeFirst())?.taskId
    },
    async forget(taskId: string): Promise<void> {
      await query.deleteFrom('trackingTokens').where('taskId', '=', taskId).execute()
    },
  }
}
