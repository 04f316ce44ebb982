import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { TaskRow } from '../task-row.ts'

interface Tables {
  trackingTokens: { hash: string; taskId: string; createdAt: string }
  tasks: Pick<TaskRow, 'id' | 'status'>
}

/** Tokens of running tasks, each for its own task. Only hashes are stored. */
export function createTrackingTokens({ database, clock }: { database: Database; clock: Clock }) {
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
    /** Resolves to undefined once the task has ended. */
    async taskOf(token: string): Promise<string | undefined> {
      const match = await query
        .selectFrom('trackingTokens')
        .innerJoin('tasks', 'tasks.id', 'trackingTokens.taskId')
        .select('trackingTokens.taskId')
        .where('hash', '=', hashOf(token))
        .where('status', '=', 'running')
        .executeTakeFirst()
      return match?.taskId
    },
    async forget(taskId: string): Promise<void> {
      await query.deleteFrom('trackingTokens').where('taskId', '=', taskId).execute()
    },
  }
}
export type TrackingTokens = ReturnType<typeof createTrackingTokens>
