import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'
import { localPool, taskCreateFields, taskParameters } from './creation.ts'

export const estimateRequest = z.object({
  image: z.string().min(1).max(200),
  pool: id.default(localPool),
  imageCount: count,
  choices: z.array(taskParameters).min(1).max(10),
})

export const taskEstimate = z.object({
  /** Seconds per choice, in order; null until such a task has succeeded. */
  seconds: z.array(z.number().nullable()),
  tasks: count,
})
export type TaskEstimate = z.output<typeof taskEstimate>

export const startRequest = taskCreateFields.pick({
  image: true,
  pool: true,
  priority: true,
  resources: true,
  instances: true,
})

export const expectedStart = z.object({
  /** True when it fits into resources neither used nor claimed by tasks ahead. */
  isNow: z.boolean(),
  before: count,
  /** Based on durations of similar tasks; null when it starts now or is unknown. */
  expectedStartAt: time.nullable(),
})
export type ExpectedStart = z.output<typeof expectedStart>

export const estimateEndpoints = {
  estimateTask: endpoint('POST', '/tasks/estimate', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'How long a task would take, by what earlier tasks of its image took in the same pool',
      zh: '根据同一镜像在同一资源池中的历史任务，估计任务需要的时间',
    },
    body: estimateRequest,
    answer: taskEstimate,
  }),
  expectStart: endpoint('POST', '/tasks/expected-start', {
    audited: false,
    readOnly: true,
    summary: {
      en: 'Whether a task would start at once, by the rules of its pool, or how many would be before it',
      zh: '按资源池的规则，任务是否会立即开始，或前面有多少任务',
    },
    body: startRequest,
    answer: expectedStart,
    errors: ['pool.not-found', 'pool.too-small', 'pool.no-accelerator'],
  }),
} as const
