import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id } from '../kernel/fields.ts'
import { localPool, taskParameters } from './creation.ts'

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
} as const
