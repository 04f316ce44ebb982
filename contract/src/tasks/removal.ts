import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes } from '../kernel/fields.ts'

/** Disk space freed with a task. Content shared with others is not counted. */
export const taskRemoval = z.object({
  results: bytes,
  logs: bytes,
  data: bytes,
  /** False when counting stopped early, so that the total is larger. */
  complete: z.boolean(),
})
export type TaskRemoval = z.output<typeof taskRemoval>

export const taskRemovalEndpoints = {
  getTaskRemoval: endpoint('GET', '/tasks/:taskId/removal', {
    summary: { en: 'What deleting a task frees on the disk', zh: '删除任务将释放的磁盘空间' },
    answer: taskRemoval,
    errors: ['task.not-found'],
  }),
} as const
