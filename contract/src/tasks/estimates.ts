import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'
import { localPool, taskCreateFields, taskParameters } from './creation.ts'

/** Ways to run one image on the same images, of which somebody is to choose. */
export const estimateRequest = z.object({
  image: z.string().min(1).max(200),
  pool: id.default(localPool),
  /** How many images it would read. */
  imageCount: count,
  choices: z.array(taskParameters).min(1).max(10),
})

/** What tasks of the same image took in the same pool says how long each choice would take. */
export const taskEstimate = z.object({
  /** Of each choice, in their order; null as long as no such task has succeeded. */
  seconds: z.array(z.number().nullable()),
  /** Tasks that this was taken from. */
  tasks: count,
})
export type TaskEstimate = z.output<typeof taskEstimate>

/** What decides when a task that is not yet ordered would have its turn. */
export const startRequest = taskCreateFields.pick({
  image: true,
  pool: true,
  priority: true,
  resources: true,
  instances: true,
})

/** What the scheduler would do with it now. */
export const expectedStart = z.object({
  /** It fits into what is free and not claimed by those before it. */
  isNow: z.boolean(),
  /** Tasks that wait and would have their turn sooner. */
  before: count,
  /** By how long such tasks took; null where it starts now, or where nobody can tell. */
  expectedStartAt: time.nullable(),
})
export type ExpectedStart = z.output<typeof expectedStart>

export const estimateEndpoints = {
  estimateTask: endpoint({
    method: 'POST',
    path: '/tasks/estimate',
    audited: false,
    readOnly: true,
    summary: {
      en: 'How long a task would take, by what earlier tasks of its image took in the same pool',
      zh: '根据同一镜像在同一资源池中的历史任务，估计任务需要的时间',
    },
    body: estimateRequest,
    answer: taskEstimate,
  }),
  expectStart: endpoint({
    method: 'POST',
    path: '/tasks/expected-start',
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
