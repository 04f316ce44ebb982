import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { work } from './kernel/work.ts'

export const workEndpoints = {
  listWork: endpoint('GET', '/work', {
    summary: {
      en: 'What runs for the caller, and what has ended within a day: tasks, jobs and uploads, newest first',
      zh: '调用者正在进行及一天内结束的工作：任务、作业和上传，最新的在前',
    },
    answer: z.array(work),
  }),
  stopWork: endpoint('POST', '/work/:workId/stop', {
    summary: { en: 'Stop something that runs; answers when it has ended', zh: '停止进行中的工作；结束后返回' },
    errors: ['work.not-found', 'work.not-stoppable', 'task.ended', 'task.stop-failed'],
  }),
} as const
