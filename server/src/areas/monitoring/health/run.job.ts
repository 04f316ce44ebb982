import type { HealthRun } from '@vermilion/contract/monitoring/health'
import type { HealthCheckId } from '@vermilion/contract/monitoring/health-checks'
import type { CheckObserver } from '#platform/checks/checks'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { HealthResults } from './results.ts'
import type { HealthStore } from './store.ts'

export const runningChecks = jobKind<{ id: string }, number>('health-checks')
const announceEvery = 500

interface RunJobNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'checks'> {
  readonly store: HealthStore
  readonly results: HealthResults
  announce(): void
}

/** An interrupted check starts over after a restart. */
export function registerRunJob({ database, clock, events, jobs, checks, store, results, announce }: RunJobNeeds) {
  let current: HealthRun['current'] = null

  function reporterOf(id: HealthCheckId, signal: AbortSignal): CheckObserver {
    let announcedAt = 0
    return {
      signal,
      progress(done, unit) {
        current = { id, done, unit }
        if (performance.now() - announcedAt < announceEvery) return
        announcedAt = performance.now()
        announce()
      },
    }
  }

  async function end(id: string, state: 'failed' | 'stopped', error: string | null): Promise<void> {
    current = null
    await store.step(id, state, { endedAt: clock.time(), error })
    announce()
  }

  jobs.register(runningChecks, {
    async run({ payload: { id }, resumePoint = 0, signal, saveProgress }) {
      const run = await store.findRun(id)
      if (run === undefined) return
      await store.step(id, 'running')
      const ordered = checks.all().filter((check) => run.checks.includes(check.id))
      for (const [index, check] of ordered.entries()) {
        if (index < resumePoint) continue
        signal.throwIfAborted()
        current = { id: check.id, done: 0, unit: '' }
        announce()
        await results.renew(check, {
          repairFor: run.repair ? run.startedBy : null,
          observer: reporterOf(check.id, signal),
        })
        const done = index + 1
        await database.transaction(async () => {
          await store.count(id, done)
          await saveProgress({ done, total: ordered.length, unit: 'checks', resumePoint: done })
        })
      }
      current = null
      return async () => {
        await store.step(id, 'done', { endedAt: clock.time() })
        // Repaired data may be on anybody's screen.
        if (run.repair) events.publish({ type: 'resync' })
        else announce()
      }
    },
    failed: ({ id }, error) => end(id, 'failed', error),
    stopped: ({ id }) => end(id, 'stopped', null),
    work: {
      kind: 'health-check',
      async describe({ id }) {
        const run = await store.findRun(id)
        // Automatic daily runs are not shown as work.
        if (run === undefined || run.startedBy === null) return undefined
        return { name: '', owner: run.startedBy, leadsTo: null }
      },
    },
  })

  return { current: () => current }
}
