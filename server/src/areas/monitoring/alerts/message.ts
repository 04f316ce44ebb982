import { alertRuleOffer, type AlertUnit } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertMessage } from '@vermilion/contract/monitoring/alerts'
import { type Language, say, type Text } from '@vermilion/contract/kernel/text'
import { type AlertRow, objectOf } from './alert-store.ts'

const overText: Text = { en: 'Over: {name}', zh: '已恢复：{name}' }
const valueText: Text = { en: '{value} (threshold {threshold})', zh: '{value}（阈值 {threshold}）' }
const units: Readonly<Record<AlertUnit, (value: number) => Text>> = {
  share: (value) => ({ en: `${Math.round(value * 100)} %`, zh: `${Math.round(value * 100)} %` }),
  celsius: (value) => ({ en: `${Math.round(value)} °C`, zh: `${Math.round(value)} °C` }),
  minutes: (value) => ({ en: `${Math.floor(value)} min`, zh: `${Math.floor(value)} 分钟` }),
  days: (value) => ({ en: `${Math.floor(value)} d`, zh: `${Math.floor(value)} 天` }),
}

type Event = 'started' | 'ended'

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

const manyText: Text = { en: '{count} alerts: {first}, …', zh: '{count} 条告警：{first} …' }

/** In both languages, since the reader's is unknown. */
export function mailOf(messages: readonly AlertMessage[]): { subject: string; text: string } {
  const [first] = messages
  const subject =
    first === undefined || messages.length === 1
      ? (first?.text ?? '')
      : say(manyText, 'en-US', { count: messages.length, first: first.text })
  const paragraphs = (['en-US', 'zh-CN'] as const).map((language) =>
    messages.map((message) => paragraphOf(message, language)).join('\n\n'),
  )
  return { subject: `[Vermilion] ${subject}`, text: `${paragraphs.join('\n\n')}\n` }
}

function paragraphOf({ alert, event, text, at }: AlertMessage, language: Language): string {
  if (alert === null || event === 'test') return text
  const row = { ...alert, objectKind: alert.object.kind, objectId: alert.object.id, objectName: alert.object.name }
  const line = lineOf({ ...row, acknowledgedBy: null, acknowledgedAt: null, notifiedAt: null }, event, language)
  const since = event === 'ended' ? `${alert.startedAt} – ${alert.endedAt ?? at}` : alert.startedAt
  return `${line}\n${say(alertRuleOffer(alert.rule).hint, language)}\n${since}`
}
