import { type HealthResult, maxHealthFindings } from '@vermilion/contract/monitoring/health'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import type { Check, CheckObserver } from '#platform/checks/checks'
import { examine } from '#platform/checks/examine'
import type { Platform } from '#platform/platform'
import type { HealthStore, StoredResult } from './store.ts'

/** Milliseconds that a cheap result is cached. */
const holds = 5_000

interface ResultsNeeds extends Pick<Platform, 'database' | 'clock' | 'checks'> {
  store: HealthStore
}

interface Order {
  readonly repairFor: string | null
  readonly observer?: CheckObserver
}

export type HealthResults = ReturnType<typeof createHealthResults>

export function createHealthResults({ database, clock, checks, store }: ResultsNeeds) {
  const last = new Map<string, Promise<StoredResult>>()
  const lastAt = new Map<string, number>()
  const states = new Map<string, StoredResult['state']>()

  async function run(check: Check, { repairFor, observer }: Order): Promise<StoredResult> {
    const startedAt = performance.now()
    const { finding, repaired } = await examine(database, check, { repair: repairFor !== null, observer })
    const at = clock.time()
    return {
      id: check.id,
      state: finding.state,
      findings: finding.words.slice(0, maxHealthFindings),
      findingCount: finding.words.length,
      checkedAt: at,
      took: Math.round(performance.now() - startedAt),
      repairedAt: repaired === null ? null : at,
      repairedBy: repaired === null ? null : repairFor,
    }
  }

  async function runFresh(check: Check): Promise<StoredResult> {
    try {
      return await run(check, { repairFor: null })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return {
        id: check.id,
        state: 'unknown',
        findings: [{ en: `The check itself failed: ${reason}`, zh: `检查本身失败：${reason}` }],
        findingCount: 1,
        checkedAt: clock.time(),
        took: 0,
        repairedAt: null,
        repairedBy: null,
      }
    }
  }

  function instant(check: Check): Promise<StoredResult> {
    const existing = last.get(check.id)
    if (existing !== undefined && performance.now() - (lastAt.get(check.id) ?? 0) < holds) return existing
    const result = runFresh(check)
    void result.then(({ state }) => states.set(check.id, state))
    last.set(check.id, result)
    lastAt.set(check.id, performance.now())
    return result
  }

  return {
    async list(): Promise<HealthResult[]> {
      const stored = new Map((await store.results()).map((result) => [result.id, result]))
      return Promise.all(
        checks
          .all()
          .map(async (check) =>
            healthCheckOffer(check.id).cost === 'instant' ? instant(check) : (stored.get(check.id) ?? notRun(check)),
          ),
      )
    },
    /** Cheap checks with a problem are repeated, since it may be gone. */
    async latest(): Promise<ReadonlyMap<string, StoredResult['state']>> {
      const wrong = checks.all().filter(({ id }) => states.get(id) === 'problem')
      await Promise.all(wrong.map(instant))
      const stored = (await store.results()).map(({ id, state }) => [id, state] as const)
      return new Map([...stored, ...states])
    },
    async renew(check: Check, order: Order): Promise<void> {
      if (healthCheckOffer(check.id).cost === 'instant') {
        last.delete(check.id)
        await instant(check)
      } else await store.keep(await run(check, order))
    },
  }
}

function notRun({ id }: Check): HealthResult {
  return {
    id,
    state: 'not-run',
    findings: [],
    findingCount: 0,
    checkedAt: null,
    took: null,
    repairedAt: null,
    repairedBy: null,
  }
}
