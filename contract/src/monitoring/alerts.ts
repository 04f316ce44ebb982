import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, text, time } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { alertCountEndpoints } from './alert-count.ts'
import { alertRule, alertRuleChange, alertRuleKind, alertSeverities } from './alert-rules.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

const objectKind = z.enum(['host', 'device', 'accelerator', 'pool', 'task', 'access-token', 'health-check'])
export type AlertObjectKind = z.output<typeof objectKind>
const objectId = z.string().min(1).max(200)

export const alertObject = z.object({
  kind: objectKind,
  /** An accelerator's id is host and index, `server/0`. */
  id: objectId,
  name: z.string(),
})
export type AlertObject = z.output<typeof alertObject>

export const alert = z.object({
  id,
  rule: alertRuleKind,
  severity: z.enum(alertSeverities),
  object: alertObject,
  startedAt: time,
  /** End of the condition, or the acknowledgement of an event. Null while open. */
  endedAt: time.nullable(),
  /** Latest value in the rule's unit; null for events. */
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: time.nullable(),
  silencedUntil: time.nullable(),
})
export type Alert = z.output<typeof alert>

/** `attention`: open, neither acknowledged nor silenced, as counted in the header. */
export const alertStates = ['attention', 'open', 'ended'] as const
export type AlertState = (typeof alertStates)[number]

const minute = 60
const day = 86_400
const seconds = z
  .number()
  .int()
  .min(minute)
  .max(30 * day)

export const alertSilence = z.object({
  id,
  rule: alertRuleKind.nullable(),
  /** Null: all objects. */
  object: alertObject.nullable(),
  until: time,
  createdBy: z.string(),
  createdAt: time,
})
export type AlertSilence = z.output<typeof alertSilence>

export const alertEvents = ['started', 'ended'] as const
export const deliveryStates = ['queued', 'sent', 'failed'] as const
/** Delivery attempts; the last about an hour after the first. */
export const maxDeliveryAttempts = 5

export const alertDelivery = z.object({
  id,
  alertId: id,
  rule: alertRuleKind,
  objectName: z.string(),
  event: z.enum(alertEvents),
  channel: z.enum(['webhook', 'smtp']),
  serviceName: z.string(),
  state: z.enum(deliveryStates),
  attempts: count,
  nextAttemptAt: time.nullable(),
  /** Error of the last attempt, without secrets. */
  error: text.nullable(),
  createdAt: time,
  endedAt: time.nullable(),
})
export type AlertDelivery = z.output<typeof alertDelivery>

export const alertMessage = z.object({
  event: z.enum(['started', 'ended', 'test']),
  deliveryId: id,
  at: time,
  text: z.string(),
  alert: alert
    .pick({ id: true, rule: true, severity: true, object: true, startedAt: true, endedAt: true, value: true })
    .extend({ threshold: z.number().nullable() })
    .nullable(),
})
export type AlertMessage = z.output<typeof alertMessage>

export const alertEndpoints = {
  listAlerts: endpoint('GET', '/alerts', {
    summary: { en: 'Alerts, the newest first', zh: '告警，最新的在前' },
    query: pageQuery.extend({
      state: z.enum(alertStates).optional(),
      rule: alertRuleKind.optional(),
    }),
    answer: pageOf(alert),
  }),
  ...alertCountEndpoints,
  acknowledgeAlert: endpoint('POST', '/alerts/:alertId/acknowledge', {
    summary: {
      en: 'Say that somebody sees to an alert; one of what happens once is ended by it',
      zh: '确认告警；对一次性事件的告警，确认后即结束',
    },
    answer: alert,
    errors: ['alert.not-found', 'alert.over'],
  }),
  listAlertSilences: endpoint('GET', '/alerts/silences', {
    summary: { en: 'Silences that hold', zh: '生效中的静默' },
    answer: z.array(alertSilence),
  }),
  addAlertSilence: endpoint('POST', '/alerts/silences', {
    summary: {
      en: 'Silence a rule, an object, or a rule about an object, for so many seconds: alerts are kept, but neither counted nor sent',
      zh: '在若干秒内静默某规则、某对象或某对象上的某规则：告警仍会记录，但不计数、不发送',
    },
    body: z
      .object({
        rule: alertRuleKind.nullable().default(null),
        object: z.object({ kind: objectKind, id: objectId }).nullable().default(null),
        seconds,
      })
      .refine(
        ({ rule, object }) => rule !== null || object !== null,
        schemaMessage('give a rule, an object, or both', '请指定规则、对象，或两者'),
      ),
    answer: alertSilence,
  }),
  endAlertSilence: endpoint('DELETE', '/alerts/silences/:silenceId', {
    summary: { en: 'End a silence before its time', zh: '提前结束静默' },
    errors: ['alert.silence-over'],
  }),
  listAlertRules: endpoint('GET', '/alerts/rules', {
    summary: { en: 'The rules that alerts are made by', zh: '告警规则' },
    answer: z.array(alertRule),
  }),
  changeAlertRule: endpoint('PATCH', '/alerts/rules/:rule', {
    summary: {
      en: 'Change a rule; what is left out stays as it is',
      zh: '修改告警规则；未提供的字段保持不变',
    },
    params: z.object({ rule: alertRuleKind }),
    body: alertRuleChange,
    answer: alertRule,
    errors: ['alert.threshold-invalid'],
  }),
  listAlertDeliveries: endpoint('GET', '/alerts/deliveries', {
    summary: {
      en: 'Messages about alerts to webhooks and by e-mail, the newest first',
      zh: '通过 Webhook 和邮件发送的告警消息，最新的在前',
    },
    query: pageQuery.extend({ state: z.enum(deliveryStates).optional() }),
    answer: pageOf(alertDelivery),
  }),
} as const
