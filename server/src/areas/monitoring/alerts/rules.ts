import { alertRuleKinds, alertRuleOffer, defaultRule } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertRule, AlertRuleChange, AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import { fail } from '@vermilion/contract/kernel/errors'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

interface RuleRow {
  rule: AlertRuleKind
  change: JsonText<AlertRuleChange>
}

export type AlertRules = ReturnType<typeof createAlertRules>

export function createAlertRules(database: Database) {
  const query = database.query<{ alertRules: RuleRow }>()

  async function list(): Promise<AlertRule[]> {
    const rows = await query.selectFrom('alertRules').selectAll().execute()
    const changes = new Map(rows.map(({ rule, change }) => [rule, readJson(change)]))
    return alertRuleKinds.map((rule) => merge(defaultRule(rule), changes.get(rule) ?? {}))
  }
  const get = async (rule: AlertRuleKind): Promise<AlertRule> =>
    (await list()).find((one) => one.rule === rule) ?? defaultRule(rule)

  return {
    list,
    get,
    async change(rule: AlertRuleKind, change: AlertRuleChange): Promise<AlertRule> {
      checkThreshold(rule, change)
      const { rule: _rule, ...changed } = merge(await get(rule), change)
      const { threshold, holdSeconds, ...switches } = changed
      const stored = {
        ...switches,
        ...(threshold === null ? {} : { threshold }),
        ...(holdSeconds === null ? {} : { holdSeconds }),
      }
      const row = { change: writeJson<AlertRuleChange>(stored) }
      await query
        .insertInto('alertRules')
        .values({ rule, ...row })
        .onConflict((conflict) => conflict.column('rule').doUpdateSet(row))
        .execute()
      return get(rule)
    },
  }
}

function merge(rule: AlertRule, change: AlertRuleChange): AlertRule {
  return {
    rule: rule.rule,
    enabled: change.enabled ?? rule.enabled,
    threshold: rule.threshold === null ? null : (change.threshold ?? rule.threshold),
    holdSeconds: rule.holdSeconds === null ? null : (change.holdSeconds ?? rule.holdSeconds),
    webhook: change.webhook ?? rule.webhook,
    email: change.email ?? rule.email,
  }
}

function checkThreshold(rule: AlertRuleKind, { threshold }: AlertRuleChange): void {
  if (threshold === undefined) return
  const { minimum, maximum } = alertRuleOffer(rule).threshold ?? { minimum: '--', maximum: '--' }
  if (typeof minimum === 'number' && threshold >= minimum && threshold <= Number(maximum)) return
  throw fail('alert.threshold-invalid', { rule, minimum, maximum })
}
