import { type AlertRule, type AlertRuleKind, alertRuleOffers } from '@vermilion/contract/monitoring/alert-rules'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { AlertRow, AlertStore } from './alert-store.ts'
import { conditions, type MonitoredFacts, type Observation, type WatchedRule } from './conditions.ts'
import type { AlertRules } from './rules.ts'

interface EvaluatorNeeds extends Pick<Platform, 'database' | 'clock'> {
  readonly store: AlertStore
  readonly rules: AlertRules
  /** Called inside the transaction that ends an alert. */
  readonly ended: (alert: AlertRow) => Promise<void>
}

const keyOf = (rule: string, kind: string, id: string) => `${rule} ${kind} ${id}`
const rowKey = ({ rule, objectKind, objectId }: AlertRow) => keyOf(rule, objectKind, objectId)
export const isWatched = (rule: AlertRuleKind): rule is WatchedRule => rule in conditions

/** The database is the only state of open alerts. */
export function createEvaluator({ database, clock, store, rules, ended }: EvaluatorNeeds) {
  const holding = new Map<string, number>()
  /** Current values of open alerts, not worth a write each time. */
  const values = new Map<string, number>()

  async function end(alert: AlertRow): Promise<void> {
    const endedAt = clock.time()
    const value = values.get(alert.id) ?? alert.value
    values.delete(alert.id)
    await store.set(alert.id, { endedAt, value })
    await ended({ ...alert, endedAt, value })
  }

  function isHeld(key: string, now: number, seconds: number): boolean {
    const since = holding.get(key) ?? now
    holding.set(key, since)
    return now - since >= seconds * 1_000
  }

  async function begin(rule: AlertRule, { object, value }: Observation): Promise<boolean> {
    return store.add({
      id: newId(),
      rule: rule.rule,
      severity: alertRuleOffers[rule.rule].severity,
      objectKind: object.kind,
      objectId: object.id,
      objectName: object.name,
      startedAt: clock.time(),
      endedAt: null,
      value,
      threshold: rule.threshold,
      acknowledgedBy: null,
      acknowledgedAt: null,
      notifiedAt: null,
    })
  }

  async function evaluateRule(rule: AlertRule & { rule: WatchedRule }, facts: MonitoredFacts, open: AlertRow[]) {
    const observations = conditions[rule.rule](facts, rule.threshold ?? 0)
    if (observations === null) return 0
    const byKey = new Map(open.map((alert) => [rowKey(alert), alert]))
    let changes = 0
    for (const observation of observations) {
      const { object, state, value } = observation
      const key = keyOf(rule.rule, object.kind, object.id)
      const alert = byKey.get(key)
      byKey.delete(key)
      if (alert !== undefined && value !== null) values.set(alert.id, value)
      if (state !== 'over') holding.delete(key)
      if (state === 'within' && alert !== undefined) {
        await end(alert)
        changes += 1
      }
      if (state === 'over' && alert === undefined && isHeld(key, facts.now, rule.holdSeconds ?? 0)) {
        holding.delete(key)
        if (await begin(rule, observation)) changes += 1
      }
    }
    for (const alert of byKey.values()) await end(alert)
    return changes + byKey.size
  }

  return {
    async evaluate(facts: MonitoredFacts): Promise<boolean> {
      const [all, open] = await Promise.all([rules.list(), store.open()])
      const changes = await database.transaction(async () => {
        let count = 0
        for (const { rule, ...rest } of all) {
          const own = open.filter((alert) => alert.rule === rule)
          if (!rest.enabled) {
            for (const alert of own) await end(alert)
            count += own.length
          } else if (isWatched(rule)) count += await evaluateRule({ rule, ...rest }, facts, own)
        }
        return count
      })
      return changes > 0
    },
    valueOf: (id: string) => values.get(id),
    begin,
    end,
  }
}
