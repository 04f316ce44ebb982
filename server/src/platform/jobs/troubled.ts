import type { Database } from '#platform/database/database'
import type { JobTables } from './store.ts'

export interface TroubledJob {
  readonly kind: string
  readonly error: string | null
  readonly updatedAt: string
}

const maxShown = 100

export function createTroubledJobs(database: Pick<Database, 'reader'>) {
  const newest = () =>
    database
      .reader<JobTables>()
      .selectFrom('jobs')
      .select(['kind', 'error', 'updatedAt'])
      .orderBy('updatedAt', 'desc')
      .limit(maxShown)
  return {
    /** Failed jobs, unless a later one of the kind and key is done. */
    failed(): Promise<TroubledJob[]> {
      return newest()
        .where('state', '=', 'failed')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('jobs as later')
                .select('later.id')
                .whereRef('later.kind', '=', 'jobs.kind')
                .whereRef('later.key', '=', 'jobs.key')
                .where('later.state', '=', 'done')
                .whereRef('later.updatedAt', '>', 'jobs.updatedAt'),
            ),
          ),
        )
        .execute()
    },
    hanging(since: string): Promise<TroubledJob[]> {
      return newest().where('state', '=', 'running').where('updatedAt', '<', since).execute()
    },
  }
}
