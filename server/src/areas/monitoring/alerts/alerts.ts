import type { AlertRuleChange, AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import type { Alert, AlertObject, AlertSilence, AlertState } from '@vermilion/contract/monitoring/alerts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import type { Services } from '#areas/settings'
import { taskDeleted, taskEnded, type Tasks } from '#areas/tasks'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { createAlertStore, createSilenceStore } from './alert-store.ts'
import { createDeliveries } from './deliveries.ts'
import { createDeliveryStore } from './delivery-store.ts'
import { createEvaluator, isWatched } from './evaluator.ts'
import { createFactsReader, type FactsNeeds } from './facts.ts'
import { createAlertRules } from './rules.ts'

const forgetting = jobKind<null>('forget-alerts')
const day = 86_400_000
const alertDays = 365
const deliveryDays = 30

interface AlertsNeeds extends FactsNeeds, Pick<Platform, 'database' | 'events' | 'jobs' | 'lifecycle' | 'log'> {
  readonly tasks: Tasks
  readonly services: Pick<Services, 'list' | 'ofKind'>
}

interface SilenceOrder {
  rule: AlertRuleKind | null
  object: Pick<AlertObject, 'kind' | 'id'> | null
  seconds: number
}

export type Alerts = ReturnType<typeof createAlerts>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createAlerts(needs: AlertsNeeds) {
  const { database, clock, events, jobs, lifecycle, log, tasks, services } = needs
  const store = createAlertStore(database)
  const silences = createSilenceStore(database)
  const rules = createAlertRules(database)
  const deliveries = createDeliveries({
    clock,
    events,
    lifecycle,
    log,
    services,
    rules,
    store: createDeliveryStore(database),
  })
  const evaluator = createEvaluator({
    database,
    clock,
    store,
    rules,
    async ended(alert) {
      if (alert.notifiedAt === null || alert.acknowledgedAt !== null) return
      if (!(await store.isSilenced(alert.id, clock.time()))) await deliveries.queue(alert, 'ended')
    },
  })
  const readFacts = createFactsReader(needs)
  const announce = () => events.publish({ type: 'alerts-changed' })
  let evaluating: Promise<void> | undefined
  let isOver = false

  events.listen(taskEnded, async ({ taskId, status }) => {
    const rule = await rules.get('task-failed')
    if (status !== 'failed' || !rule.enabled) return
    const name = (await tasks.names([taskId])).get(taskId) ?? taskId
    if (await evaluator.begin(rule, { object: { kind: 'task', id: taskId, name }, state: 'over', value: null }))
      announce()
  })
  events.listen(taskDeleted, async ({ taskId }) => {
    const open = await store.openAbout('task-failed', taskId)
    for (const { id } of open) await store.set(id, { endedAt: clock.time() })
    if (open.length > 0) announce()
  })

  const notify = () =>
    database.transaction(async () => {
      for (const alert of await store.unnotified(clock.time())) {
        await deliveries.queue(alert, 'started')
        await store.set(alert.id, { notifiedAt: clock.time() })
      }
    })

  async function evaluate(): Promise<void> {
    const isChanged = await evaluator.evaluate(await readFacts())
    const isUnsilenced = await silences.removeOver(clock.time())
    if (isChanged || isUnsilenced) announce()
    await notify()
    deliveries.sendLater()
  }

  lifecycle.onStop(async () => {
    isOver = true
    await evaluating
  })
  jobs.daily(forgetting, {
    async run() {
      const daysAgo = (days: number) => new Date(clock.now() - days * day).toISOString()
      await store.removeEnded(daysAgo(alertDays))
      await deliveries.removeOld(daysAgo(deliveryDays))
    },
  })

  const withValue = (alert: Alert): Alert =>
    alert.endedAt === null ? { ...alert, value: evaluator.valueOf(alert.id) ?? alert.value } : alert

  async function get(id: string): Promise<Alert> {
    const alert = await store.find(id, clock.time())
    if (alert === undefined) throw fail('alert.not-found')
    return withValue(alert)
  }

  return {
    evaluateLater(): void {
      if (isOver) return
      evaluating ??= evaluate()
        .catch((error: unknown) => log.error({ err: error }, 'the alert rules could not be evaluated'))
        .finally(() => (evaluating = undefined))
    },
    async list(query: PageQuery & { state?: AlertState | undefined; rule?: AlertRuleKind | undefined }) {
      const page = await store.page(query, clock.time())
      return { ...page, items: page.items.map(withValue) }
    },
    async count() {
      const counts = await store.counts(clock.time())
      const attention = counts.reduce((sum, { count }) => sum + count, 0)
      return { attention, critical: counts.find(({ severity }) => severity === 'critical')?.count ?? 0 }
    },
    acknowledge: (id: string, by: string): Promise<Alert> =>
      database.transaction(async () => {
        const alert = await get(id)
        if (alert.acknowledgedAt !== null) return alert
        if (alert.endedAt !== null) throw fail('alert.over')
        const at = clock.time()
        const isOnce = !isWatched(alert.rule)
        await store.set(id, { acknowledgedBy: by, acknowledgedAt: at, ...(isOnce ? { endedAt: at } : {}) })
        announce()
        return get(id)
      }),
    silences: () => silences.all(clock.time()),
    async silence({ rule, object, seconds }: SilenceOrder, by: string): Promise<AlertSilence> {
      const name = object === null ? undefined : await store.nameOf(object.kind, object.id)
      const silence: AlertSilence = {
        id: newId(),
        rule,
        object: object === null ? null : { ...object, name: name ?? object.id },
        until: new Date(clock.now() + seconds * 1_000).toISOString(),
        createdBy: by,
        createdAt: clock.time(),
      }
      await silences.add(silence)
      announce()
      return silence
    },
    async endSilence(id: string): Promise<void> {
      if (!(await silences.remove(id))) throw fail('alert.silence-over')
      announce()
    },
    rules: rules.list,
    async changeRule(rule: AlertRuleKind, change: AlertRuleChange) {
      const changed = await rules.change(rule, change)
      announce()
      return changed
    },
    deliveries: deliveries.page,
  }
}
