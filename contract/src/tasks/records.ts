import { endpoint } from '../kernel/endpoint.ts'
import { taskOrder } from './creation.ts'
import { taskRecord } from './ends.ts'

export const taskRecordEndpoints = {
  getTaskOrder: endpoint('GET', '/tasks/:taskId/order', {
    summary: {
      en: 'What was asked for when the task was created, to begin another like it. Values of secrets are left out',
      zh: '创建任务时提交的内容，可据此新建类似任务；不含密钥的值',
    },
    answer: taskOrder,
    errors: ['task.not-found'],
  }),
  getTaskRecord: endpoint('GET', '/tasks/:taskId/record', {
    summary: { en: 'What it takes to run the task again', zh: '再次运行该任务所需的信息' },
    answer: taskRecord,
    errors: ['task.not-found', 'task.not-begun'],
  }),
} as const
