import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, id } from '../kernel/fields.ts'

/** Bytes on the disk that go with a task. What lies elsewhere as well stays, and is not counted. */
export const taskRemoval = z.object({
  results: bytes,
  /** Logs and other records of its run. */
  logs: bytes,
  /** Copies of what it read. */
  data: bytes,
  /** False where there is so much that the counting ended early: it is more than that. */
  complete: z.boolean(),
})
export type TaskRemoval = z.output<typeof taskRemoval>

export const taskRemovalEndpoints = {
  getTaskRemoval: endpoint({
    method: 'GET',
    path: '/tasks/:taskId/removal',
    summary: { en: 'What deleting a task frees on the disk', zh: '删除任务将释放的磁盘空间' },
    params: z.object({ taskId: id }),
    answer: taskRemoval,
    errors: ['task.not-found'],
  }),
} as const
