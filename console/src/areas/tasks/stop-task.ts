import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { call } from '#lib/api.ts'
import type { Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { confirm } from '#ui/confirm.tsx'
import { notify } from '#ui/notify.tsx'
import type { text } from './text.ts'

export function canStop({ status }: Pick<Task, 'status'>): boolean {
  return status === 'queuing' || status === 'running'
}

/** Stops a task after asking; a failure stays in the question, in the server's words. */
export function askToStop(task: Pick<Task, 'id' | 'name'>, t: Translate<typeof text.en>): void {
  confirm({
    title: t('stopTitle', { name: task.name }),
    body: t('stopBody'),
    action: t('stop'),
    danger: true,
    run: async () => {
      await call(taskEndpoints.stopTask, { params: { taskId: task.id } })
      notify.success(t('stopped_success'))
      void refresh('/tasks')
    },
  })
}
