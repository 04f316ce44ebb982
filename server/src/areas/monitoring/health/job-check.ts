import type { Check } from '#platform/checks/checks'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { createTroubledJobs } from '#platform/jobs/troubled'
import { findingOf } from '#platform/checks/checks'

const patience = 3_600_000

export function jobCheck({ database, clock }: { database: Pick<Database, 'reader'>; clock: Clock }): Check {
  const troubled = createTroubledJobs(database)
  return {
    id: 'jobs',
    async examine() {
      const hanging = await troubled.hanging(new Date(clock.now() - patience).toISOString())
      const failed = await troubled.failed()
      return findingOf([
        ...hanging.map(({ kind, updatedAt }) => ({
          en: `${kind} runs and has got no further since ${updatedAt}`,
          zh: `${kind} 正在运行，但自 ${updatedAt} 起没有进展`,
        })),
        ...failed.map(({ kind, updatedAt, error }) => ({
          en: `${kind} failed at ${updatedAt}: ${error ?? ''}`,
          zh: `${kind} 于 ${updatedAt} 失败：${error ?? ''}`,
        })),
      ])
    },
  }
}
