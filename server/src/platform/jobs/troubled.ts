import type { Database } from '#platform/database/database'
import type { JobRow, JobTables } from './store.ts'

export type TroubledJob = Pick<JobRow, 'kind' | 'error' | 'updatedAt'>

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
