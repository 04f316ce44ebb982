import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { text } from '../text.ts'

export function canStop({ status }: Pick<Task, 'status'>): boolean {
  return status === 'queuing' || status === 'running'
}

export const stopName = ({ external }: Task, t: Translate<typeof text.en>) =>
  t(external === null ? 'stop' : 'markStopped')

const stop = ({ id }: Pick<Task, 'id'>) => call(taskEndpoints.stopTask, { params: { taskId: id } })

export function askToStop(task: Task, t: Translate<typeof text.en>): void {
  confirm({
    title: t(task.external === null ? 'stopTitle' : 'markTitle', { name: task.name }),
    body: [t(task.external === null ? 'stopBody' : 'markBody'), freed([task], t)].join(' ').trim(),
    action: stopName(task, t),
    danger: true,
    run: () => stop(task),
    done: t('stopped_success'),
    stale: ['/tasks', '/fine-tunings', '/pools'],
  })
}

export function useTaskStopping(): BulkAction<Task> {
  const t = useText(text)
  return {
    key: 'stop',
    text: t('stop'),
    danger: true,
    barred: (tasks) => (tasks.some(canStop) ? undefined : t('stopNone')),
    title: (tasks) => t('stopManyTitle', { count: tasks.filter(canStop).length }),
    body: (tasks) => {
      const over = tasks.filter((task) => !canStop(task)).length
      const [elsewhere, here] = [
        tasks.some(({ external }) => external !== null),
        tasks.some(({ external }) => external === null),
      ]
      const label = [
        here ? t('stopBody') : '',
        elsewhere ? t('markBody') : '',
        freed(tasks, t),
        over === 0 ? '' : t('stopOver', { count: over }),
      ]
      return label.filter((each) => each !== '').join(' ')
    },
    run: async (task) => canStop(task) && stop(task),
    done: (count) => t('stoppedMany', { count }),
    after: () => void refresh('/tasks', '/fine-tunings', '/pools'),
  }
}

function freed(tasks: readonly Task[], t: Translate<typeof text.en>): string {
  let cpu = 0
  let memory = 0
  const accelerators = new Map<string, number>()
  for (const { status, resources, instances, accelerator } of tasks) {
    if (status !== 'running') continue
    const count = instances.reduce((sum, { count: some }) => sum + some, 0)
    cpu += (resources.cpu ?? 0) * count
    memory += (resources.memoryBytes ?? 0) * count
    if (accelerator.count > 0) {
      accelerators.set(accelerator.type, (accelerators.get(accelerator.type) ?? 0) + accelerator.count)
    }
  }
  const parts = [
    ...(cpu === 0 ? [] : [t('freedCpu', { cpu })]),
    ...(memory === 0 ? [] : [t('freedMemory', { memory: formatSize(memory) })]),
    ...[...accelerators].map(([type, count]) => `${type} × ${count}`),
  ]
  return parts.length === 0 ? '' : t('freed', { what: parts.join(' · ') })
}
