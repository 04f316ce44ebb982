import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, text, time } from '../kernel/fields.ts'
import { healthCheckIds } from './health-checks.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/** `unknown`: the check was inconclusive. `not-set-up`: nothing to check until configured. */
export const healthStates = ['problem', 'unknown', 'not-set-up', 'not-run', 'ok'] as const
export type HealthState = (typeof healthStates)[number]

export const maxHealthFindings = 20

const healthCheckId = z.enum(healthCheckIds)

export const healthResult = z.object({
  id: healthCheckId,
  state: z.enum(healthStates),
  findings: z.array(text).max(maxHealthFindings),
  findingCount: count,
  checkedAt: time.nullable(),
  /** Duration in milliseconds. */
  took: z.number().min(0).nullable(),
  repairedAt: time.nullable(),
  repairedBy: z.string().nullable(),
})
export type HealthResult = z.output<typeof healthResult>

export const healthRunStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const

export const healthRun = z.object({
  state: z.enum(healthRunStates),
  checks: z.array(healthCheckId),
  repair: z.boolean(),
  done: count,
  /** Progress of the running check, counted in `unit`, for example `files`. */
  current: z.object({ id: healthCheckId, done: count, unit: z.string() }).nullable(),
  /** Username; null when started by the server. */
  startedBy: z.string().nullable(),
  startedAt: time,
  endedAt: time.nullable(),
  error: z.string().nullable(),
})
export type HealthRun = z.output<typeof healthRun>

const selected = z.object({
  checks: z
    .array(healthCheckId)
    .min(1)
    .max(healthCheckIds.length)
    .refine(
      (list) => new Set(list).size === list.length,
      schemaMessage('a check is given once', '每项检查只能列出一次'),
    ),
})

export const healthEndpoints = {
  getHealthChecks: endpoint('GET', '/health-checks', {
    summary: {
      en: 'What is wrong with the server and its data: the last result of each check, and the last run',
      zh: '服务器及其数据的问题：各项检查的最近结果，以及最近一次检查',
    },
    answer: z.object({ results: z.array(healthResult), run: healthRun.nullable() }),
  }),
  runHealthChecks: endpoint('POST', '/health-checks/runs', {
    audited: false,
    summary: {
      en: 'Run checks: a job, one at a time, which goes on over a restart',
      zh: '运行检查（后台作业，每次一个，重启后继续）',
    },
    body: selected,
    answer: healthRun,
    errors: ['health-check.running'],
  }),
  repairHealthChecks: endpoint('POST', '/health-checks/repairs', {
    summary: {
      en: 'Repair what checks find: each is run, repaired and run again, as a job',
      zh: '修复检查发现的问题：逐项检查、修复并复查（后台作业）',
    },
    body: selected,
    answer: healthRun,
    errors: ['health-check.running', 'health-check.no-repair'],
  }),
} as const
