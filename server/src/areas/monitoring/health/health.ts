import { fail } from '@vermilion/contract/kernel/errors'
import type { HealthRun } from '@vermilion/contract/monitoring/health'
import { type HealthCheckId, healthCheckIds, healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { createHealthResults } from './results.ts'
import { registerRunJob, runningChecks } from './run.job.ts'
import { createHealthStore, type StoredRun } from './store.ts'

const key = 'health-checks'

const day = 24 * 3_600_000
/** Milliseconds from startup, which is busy, to the first automatic checks. */
const afterStart = 60_000
const daily = healthCheckIds.filter((id) => healthCheckOffer(id).cost !== 'heavy')

interface HealthNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'jobs' | 'checks' | 'lifecycle' | 'log'
> {
  readonly healthAfter?: number | undefined
}

interface Order {
  readonly checks: readonly HealthCheckId[]
  readonly repair: boolean
  readonly startedBy: string | null
}

export type Health = ReturnType<typeof createHealth>

export function createHealth(needs: HealthNeeds) {
  const { database, clock, events, jobs, lifecycle, log, healthAfter = afterStart } = needs
  const store = createHealthStore(database)
  const results = createHealthResults({ ...needs, store })
  const announce = () => events.publish({ type: 'health-changed' })
  const job = registerRunJob({ ...needs, store, results, announce })

  const present = ({ id: _id, ...run }: StoredRun): HealthRun => ({
    ...run,
    current: run.endedAt === null ? job.current() : null,
  })

  function start({ checks: ordered, repair, startedBy }: Order): Promise<HealthRun> {
    const stubborn = ordered.find((id) => healthCheckOffer(id).repair === null)
    if (repair && stubborn !== undefined)
      throw fail('health-check.no-repair', { check: healthCheckOffer(stubborn).title })
    return database.transaction(async () => {
      const previous = await store.lastRun()
      if (previous !== undefined && previous.endedAt === null) throw fail('health-check.running')
      const run: StoredRun = {
        id: newId(),
        state: 'queued',
        checks: healthCheckIds.filter((id) => ordered.includes(id)),
        repair,
        done: 0,
        startedBy,
        startedAt: clock.time(),
        endedAt: null,
        error: null,
      }
      await store.addRun(run)
      await jobs.enqueue(runningChecks, key, { id: run.id })
      database.afterCommit(announce)
      return present(run)
    })
  }

  async function startDaily(): Promise<void> {
    const last = await store.lastRun()
    if (last === undefined || last.endedAt !== null) await start({ checks: daily, repair: false, startedBy: null })
  }

  let timer: NodeJS.Timeout | undefined
  const startLater = (after: number) => {
    timer = setTimeout(() => {
      startLater(day)
      startDaily().catch((error: unknown) => log.error({ err: error }, 'the daily health checks were not begun'))
    }, after).unref()
  }
  lifecycle.onStart(() => startLater(healthAfter))
  lifecycle.onStop(() => clearTimeout(timer))

  return {
    async read() {
      const [list, run] = [await results.list(), await store.lastRun()]
      return { results: list, run: run === undefined ? null : present(run) }
    },
    start,
    latest: results.latest,
  }
}
