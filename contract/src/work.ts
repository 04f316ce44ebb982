import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { id } from './kernel/fields.ts'
import { work } from './kernel/work.ts'

export const workEndpoints = {
  listWork: endpoint({
    method: 'GET',
    path: '/work',
    summary: {
      en: 'What runs for the caller, and what has ended within a day: tasks, jobs and uploads, newest first',
      zh: '调用者正在进行及一天内结束的工作：任务、作业和上传，最新的在前',
    },
    answer: z.array(work),
  }),
  stopWork: endpoint({
    method: 'POST',
    path: '/work/:workId/stop',
    summary: { en: 'Stop something that runs; answers when it has ended', zh: '停止进行中的工作；结束后返回' },
    params: z.object({ workId: id }),
    errors: ['work.not-found', 'work.not-stoppable', 'task.ended', 'task.stop-failed'],
  }),
} as const
