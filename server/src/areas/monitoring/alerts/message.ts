import { alertRuleOffer } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertUnit } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertMessage } from '@vermilion/contract/monitoring/alerts'
import { say } from '@vermilion/contract/kernel/text'
import type { Language, Text } from '@vermilion/contract/kernel/text'
import { objectOf } from './alert-store.ts'
import type { AlertRow } from './alert-store.ts'

const overText: Text = { en: 'Over: {name}', zh: '已恢复：{name}' }
const valueText: Text = { en: '{value} (threshold {threshold})', zh: '{value}（阈值 {threshold}）' }
const units: Readonly<Record<AlertUnit, (value: number) => Text>> = {
  share: (value) => ({ en: `${Math.round(value * 100)} %`, zh: `${Math.round(value * 100)} %` }),
  celsius: (value) => ({ en: `${Math.round(value)} °C`, zh: `${Math.round(value)} °C` }),
  minutes: (value) => ({ en: `${Math.floor(value)} min`, zh: `${Math.floor(value)} 分钟` }),
  days: (value) => ({ en: `${Math.floor(value)} d`, zh: `${Math.floor(value)} 天` }),
}

type Event = 'started' | 'ended'

/** What is sent of an alert: to programs as fields, to people as a line. */
export function messageOf(alert: AlertRow, event: Event, deliveryId: string, at: string): AlertMessage {
  const { id, rule, severity, startedAt, endedAt, value, threshold } = alert
  const text = lineOf(alert, event, 'en-US')
  const object = objectOf(alert)
  return { event, deliveryId, at, text, alert: { id, rule, severity, object, startedAt, endedAt, value, threshold } }
}

export function lineOf(alert: AlertRow, event: Event, language: Language): string {
  const { name, threshold: offer } = alertRuleOffer(alert.rule)
  const title = event === 'ended' ? say(overText, language, { name }) : say(name, language)
  const line = `${title}: ${alert.objectName}`
  if (event === 'ended' || offer === null || alert.value === null || alert.threshold === null) return line
  const sayUnit = units[offer.unit]
  return `${line}, ${say(valueText, language, { value: sayUnit(alert.value), threshold: sayUnit(alert.threshold) })}`
}

/** The same as a mail, in both languages: a mail server tells nothing of who reads it. */
export function mailOf(message: AlertMessage): { subject: string; text: string; id: string } {
  const { alert, event, deliveryId, text, at } = message
  const subject = `[Vermilion] ${text}`
  if (alert === null || event === 'test') return { subject, text, id: deliveryId }
  const row = { ...alert, objectKind: alert.object.kind, objectId: alert.object.id, objectName: alert.object.name }
  const zh = lineOf({ ...row, acknowledgedBy: null, acknowledgedAt: null, notifiedAt: null }, event, 'zh-CN')
  const { hint } = alertRuleOffer(alert.rule)
  const since = event === 'ended' ? `${alert.startedAt} – ${alert.endedAt ?? at}` : alert.startedAt
  return { subject, text: `${text}\n${hint.en}\n${since}\n\n${zh}\n${hint.zh}\n`, id: deliveryId }
}
