import { fail } from '@vermilion/contract/kernel/errors'
import type { HealthRun } from '@vermilion/contract/monitoring/health'
import { healthCheckIds, healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import type { HealthCheckId } from '@vermilion/contract/monitoring/health-checks'
import type { Look } from '#platform/checks/checks'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { createHealthResults } from './results.ts'
import { createHealthStore } from './store.ts'
import type { StoredRun } from './store.ts'

const running = jobKind<{ id: string }, number>('health-checks')
const key = 'health-checks'
/** Milliseconds between two pieces of news of how far a check is. */
const toldEvery = 500

type HealthNeeds = Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'checks'>

interface Order {
  readonly checks: readonly HealthCheckId[]
  readonly repair: boolean
  readonly startedBy: string
}

export type Health = ReturnType<typeof createHealth>

/** Says what is wrong, by the checks that `vermilion doctor` runs and those of the running server, and repairs what can be. */
export function createHealth(needs: HealthNeeds) {
  const { database, clock, events, jobs, checks } = needs
  const store = createHealthStore(database)
  const results = createHealthResults({ ...needs, store })
  const announce = () => events.publish({ type: 'health-changed' })
  let current: HealthRun['current'] = null

  function lookOn(id: HealthCheckId, signal: AbortSignal): Look {
    let toldAt = 0
    return {
      signal,
      progress(done, unit) {
        current = { id, done, unit }
        if (performance.now() - toldAt < toldEvery) return
        toldAt = performance.now()
        announce()
      },
    }
  }

  async function end(id: string, state: 'failed' | 'stopped', error: string | null): Promise<void> {
    current = null
    await store.step(id, state, { endedAt: clock.time(), error })
    announce()
  }

  jobs.register(running, {
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
          look: lookOn(check.id, signal),
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
        // What was repaired may be on anybody's screen.
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
        return run === undefined ? undefined : { name: '', owner: run.startedBy, leadsTo: null }
      },
    },
  })

  const shown = ({ id: _id, ...run }: StoredRun): HealthRun => ({
    ...run,
    current: run.endedAt === null ? current : null,
  })

  return {
    async read() {
      const [list, run] = [await results.list(), await store.lastRun()]
      return { results: list, run: run === undefined ? null : shown(run) }
    },
    /** Fails as `health-check.running` and `health-check.no-repair`. */
    start({ checks: ordered, repair, startedBy }: Order): Promise<HealthRun> {
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
        await jobs.enqueue(running, key, { id: run.id })
        database.afterCommit(announce)
        return shown(run)
      })
    },
  }
}
