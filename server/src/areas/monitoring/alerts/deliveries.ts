import { maxDeliveryAttempts } from '@vermilion/contract/monitoring/alerts'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'
import { postWebhook, sendMail, type Services, TestFailed } from '#areas/settings'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { AlertRules } from './rules.ts'
import type { AlertRow } from './alert-store.ts'
import type { DeliveryRow, DeliveryStore } from './delivery-store.ts'
import { mailOf, messageOf } from './message.ts'

/** Seconds between attempts, all within an hour. */
const pauses = [60, 240, 600, 1_500]
const sentAtOnce = 20
/** Milliseconds of collecting alerts for one mail. */
const mailWindow = 30_000
const maxPerMail = 100
const attemptTimeoutMs = 20_000
const missingService: Text = { en: 'This service is not set up any more.', zh: '该服务已被移除。' }
const cutOff: Text = { en: 'The server ended during the last attempt.', zh: '最后一次发送时服务器中断。' }

interface DeliveriesNeeds extends Pick<Platform, 'clock' | 'events' | 'lifecycle' | 'log'> {
  readonly services: Pick<Services, 'list' | 'ofKind'>
  readonly rules: AlertRules
  readonly store: DeliveryStore
}

/** Queued as rows, sent at least once, retried with growing pauses. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createDeliveries({ clock, events, lifecycle, log, services, rules, store }: DeliveriesNeeds) {
  const shutdown = new AbortController()
  let sending: Promise<void> | undefined
  lifecycle.onStop(async () => {
    shutdown.abort()
    await sending
  })

  async function post(rows: readonly [DeliveryRow, ...DeliveryRow[]]): Promise<void> {
    const signal = AbortSignal.any([shutdown.signal, AbortSignal.timeout(attemptTimeoutMs)])
    const [{ channel, serviceId, id, message }] = rows
    if (channel === 'webhook') {
      const content = { ...readJson(message), at: clock.time() }
      const service = (await services.ofKind('webhook')).find((one) => one.id === serviceId)
      if (service === undefined) throw new ServiceGone()
      await withoutSecret(service.settings.secret, () => postWebhook(service.settings, content, signal))
    } else {
      const service = (await services.ofKind('smtp')).find((one) => one.id === serviceId)
      if (service === undefined) throw new ServiceGone()
      await withoutSecret(service.settings.password, () =>
        sendMail(service.settings, { ...mailOf(rows.map((row) => readJson(row.message))), id }, signal),
      )
    }
  }

  async function send(due: readonly DeliveryRow[]): Promise<void> {
    const rows = due.filter(({ attempts }) => attempts < maxDeliveryAttempts)
    for (const { id } of due.filter((row) => !rows.includes(row)))
      await store.step(id, 'failed', { endedAt: clock.time(), error: cutOff })
    const [first, ...others] = rows
    if (first === undefined) return
    for (const { id, attempts } of rows) {
      const nextAttemptAt = new Date(clock.now() + (pauses[attempts] ?? 0) * 1_000).toISOString()
      await store.noteAttempt(id, { attempts: attempts + 1, nextAttemptAt })
    }
    try {
      await post([first, ...others])
      for (const { id } of rows) await store.step(id, 'sent', { endedAt: clock.time(), error: null })
    } catch (error) {
      for (const row of rows) await fail(row, error)
    }
  }

  async function fail(row: DeliveryRow, error: unknown): Promise<void> {
    const { id } = row
    // Shutdown is not the service's fault.
    if (shutdown.signal.aborted) return void (await store.noteAttempt(id, row))
    const attempts = row.attempts + 1
    const text = failureText(error)
    log.warn({ deliveryId: id, attempts, reason: text.en }, 'a message about an alert was not taken')
    if (error instanceof ServiceGone || attempts >= maxDeliveryAttempts)
      await store.step(id, 'failed', { endedAt: clock.time(), error: text })
    else await store.noteError(id, text)
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      const webhooks = await store.dueWebhooks(clock.time(), sentAtOnce)
      const mails = await store.dueMails(clock.time(), maxPerMail)
      if (webhooks.length + mails.length === 0 || shutdown.signal.aborted) return
      await Promise.all([...webhooks.map((row) => [row]), ...Map.groupBy(mails, mailKey).values()].map(send))
      events.publish({ type: 'alerts-changed' })
    }
  }

  return {
    page: store.page,
    removeOld: store.removeOld,
    /** Queues a notification for each service of the rule, in the surrounding transaction. */
    async queue(alert: AlertRow, event: 'started' | 'ended'): Promise<void> {
      const { webhook, email } = await rules.get(alert.rule)
      const used = (await services.list()).filter(
        ({ kind }) => (kind === 'webhook' && webhook) || (kind === 'smtp' && email),
      )
      for (const service of used) {
        const [id, now] = [newId(), clock.now()]
        const createdAt = new Date(now).toISOString()
        const isMail = service.kind === 'smtp'
        await store.add({
          id,
          alertId: alert.id,
          event,
          channel: isMail ? 'smtp' : 'webhook',
          serviceId: service.id,
          serviceName: service.name,
          state: 'queued',
          attempts: 0,
          nextAttemptAt: isMail ? new Date(now + mailWindow).toISOString() : createdAt,
          error: null,
          message: writeJson(messageOf(alert, event, id, createdAt)),
          createdAt,
          endedAt: null,
        })
      }
    },
    sendLater(): void {
      if (shutdown.signal.aborted) return
      sending ??= sendDue()
        .catch((error: unknown) => log.error({ err: error }, 'messages about alerts could not be sent'))
        .finally(() => (sending = undefined))
    },
  }
}

/** Retries are not merged: each has its own time. */
const mailKey = ({ serviceId, attempts }: DeliveryRow) => `${serviceId} ${attempts}`

class ServiceGone extends Error {}

async function withoutSecret(secret: string | null | undefined, call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof TestFailed) || secret === null || secret === undefined) throw error
    const values = Object.entries(error.values).map(([name, text]) => [name, text.replaceAll(secret, '***')])
    throw new TestFailed(error.failure, Object.fromEntries(values) as Record<string, string>)
  }
}

function failureText(error: unknown): Text {
  if (error instanceof ServiceGone) return missingService
  if (!(error instanceof TestFailed)) return { en: 'The attempt failed.', zh: '发送失败。' }
  return sayInBoth(serviceFailures[error.failure], error.values)
}
