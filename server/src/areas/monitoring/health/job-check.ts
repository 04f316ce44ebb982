import type { Check } from '#platform/checks/checks'
import type { Clock } from '#platform/clock'
import type { Jobs } from '#platform/jobs/jobs'
import { findingOf } from '#platform/checks/checks'

/** Milliseconds without progress after which a job that runs counts as hanging. */
const patience = 3_600_000

/** Jobs that failed and were not done since, and jobs that get no further. */
export function jobCheck({ jobs, clock }: { jobs: Jobs; clock: Clock }): Check {
  return {
    id: 'jobs',
    async examine() {
      const { failed, hanging } = await jobs.troubled(new Date(clock.now() - patience).toISOString())
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
