import { z } from 'zod'
import type { Text } from '../kernel/text.ts'

export const alertSeverities = ['info', 'warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

export const alertUnits = ['share', 'celsius', 'minutes', 'days'] as const
export type AlertUnit = (typeof alertUnits)[number]

interface AlertRuleOffer {
  readonly name: Text
  readonly hint: Text
  readonly severity: AlertSeverity
  /** Null for events without a value. */
  readonly threshold: {
    readonly unit: AlertUnit
    readonly default: number
    readonly minimum: number
    readonly maximum: number
    /** Hysteresis: distance beyond the threshold at which the alert ends. */
    readonly margin: number
  } | null
  /** Seconds the condition must hold before the alert starts; null when the threshold is a duration. */
  readonly holdSeconds: number | null
}

export const alertRuleOffers = {
  'disk-full': {
    name: { en: 'Disk almost full', zh: '磁盘空间不足' },
    hint: {
      en: 'A host has used more of its disk than this share.',
      zh: '主机的磁盘使用率超过该值。',
    },
    severity: 'critical',
    threshold: { unit: 'share', default: 0.9, minimum: 0.1, maximum: 1, margin: 0.02 },
    holdSeconds: 60,
  },
  temperature: {
    name: { en: 'Temperature high', zh: '温度过高' },
    hint: {
      en: 'The hottest sensor or accelerator of a host is hotter than this.',
      zh: '主机最热的传感器或加速卡超过该温度。',
    },
    severity: 'critical',
    threshold: { unit: 'celsius', default: 90, minimum: 20, maximum: 150, margin: 3 },
    holdSeconds: 60,
  },
  'gpu-idle': {
    name: { en: 'Accelerator idle while tasks queue', zh: '有任务排队但加速卡空闲' },
    hint: {
      en: 'An accelerator of this server was unused for this time while a task that needs one was queued.',
      zh: '有任务在排队等待加速卡，而本服务器的某张加速卡已闲置这么久。',
    },
    severity: 'info',
    threshold: { unit: 'minutes', default: 30, minimum: 1, maximum: 10_080, margin: 0 },
    holdSeconds: null,
  },
  'task-failed': {
    name: { en: 'Task failed', zh: '任务失败' },
    hint: {
      en: 'A task has failed. The alert stays open until somebody acknowledges it.',
      zh: '任务失败。告警在有人确认之前一直存在。',
    },
    severity: 'warning',
    threshold: null,
    holdSeconds: null,
  },
  'device-offline': {
    name: { en: 'Device offline', zh: '设备离线' },
    hint: { en: 'A device has not answered for this time.', zh: '设备超过该时长没有响应。' },
    severity: 'warning',
    threshold: { unit: 'minutes', default: 10, minimum: 1, maximum: 10_080, margin: 0 },
    holdSeconds: null,
  },
  'pool-unreachable': {
    name: { en: 'Resource pool unreachable', zh: '资源池无法连接' },
    hint: {
      en: 'A resource pool could not be used for this time. What runs there goes on.',
      zh: '资源池已有这么久无法使用；其中的运行会继续。',
    },
    severity: 'warning',
    threshold: { unit: 'minutes', default: 5, minimum: 1, maximum: 10_080, margin: 0 },
    holdSeconds: null,
  },
  'storage-unreachable': {
    name: { en: 'File storage unreachable', zh: '文件存储无法连接' },
    hint: {
      en: 'The bucket that holds the contents of files has not answered for this time. Uploads wait and go on when it is back.',
      zh: '存放文件内容的存储桶已有这么久没有响应；上传会等待，恢复后自动继续。',
    },
    severity: 'critical',
    threshold: { unit: 'minutes', default: 5, minimum: 1, maximum: 10_080, margin: 0 },
    holdSeconds: null,
  },
  'task-pending': {
    name: { en: 'Tasks wait long', zh: '任务排队过久' },
    hint: {
      en: 'A task of a resource pool has waited for this time, here or in the queue of its cluster.',
      zh: '资源池中有任务已排队这么久，无论是在本服务器还是在集群的队列中。',
    },
    severity: 'info',
    threshold: { unit: 'minutes', default: 60, minimum: 1, maximum: 10_080, margin: 0 },
    holdSeconds: null,
  },
  'token-expiring': {
    name: { en: 'Access token expires', zh: '访问令牌即将过期' },
    hint: {
      en: 'An access token expires within this number of days. The alert ends when the token is revoked.',
      zh: '访问令牌将在该天数内过期。吊销该令牌后告警结束。',
    },
    severity: 'warning',
    threshold: { unit: 'days', default: 7, minimum: 1, maximum: 90, margin: 0 },
    holdSeconds: null,
  },
  'health-problem': {
    name: { en: 'Health check found a problem', zh: '健康检查发现问题' },
    hint: {
      en: 'A check of the health page found a problem when it was last run. The alert ends once it finds none.',
      zh: '健康检查页面的某项检查最近一次运行时发现问题；不再发现问题后告警结束。',
    },
    severity: 'warning',
    threshold: null,
    holdSeconds: null,
  },
} as const satisfies Record<string, AlertRuleOffer>
export type AlertRuleKind = keyof typeof alertRuleOffers
export const alertRuleKinds = Object.keys(alertRuleOffers) as [AlertRuleKind, ...AlertRuleKind[]]
export const alertRuleKind = z.enum(alertRuleKinds)

export const alertRuleOffer = (rule: AlertRuleKind): AlertRuleOffer => alertRuleOffers[rule]

const holdSeconds = z.number().int().min(0).max(86_400)

export const alertRule = z.object({
  rule: alertRuleKind,
  enabled: z.boolean(),
  threshold: z.number().nullable(),
  holdSeconds: holdSeconds.nullable(),
  webhook: z.boolean(),
  email: z.boolean(),
})
export type AlertRule = z.output<typeof alertRule>

export const alertRuleChange = z
  .object({ enabled: z.boolean(), threshold: z.number(), holdSeconds, webhook: z.boolean(), email: z.boolean() })
  .partial()
export type AlertRuleChange = z.output<typeof alertRuleChange>

export const defaultRule = (rule: AlertRuleKind): AlertRule => {
  const { threshold, holdSeconds: seconds } = alertRuleOffer(rule)
  return {
    rule,
    enabled: true,
    threshold: threshold?.default ?? null,
    holdSeconds: seconds,
    webhook: true,
    email: true,
  }
}
