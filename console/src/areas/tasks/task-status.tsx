import type { instanceStatuses, Task } from '@vermilion/contract/tasks'
import { formatDuration } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useNow } from '#ui/moment.tsx'
import { ProgressBar, ProgressText } from '#ui/feedback/progress.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import styles from './tasks.module.css'
import { text } from './text.ts'

const tones: Record<(typeof instanceStatuses)[number], Tone> = {
  queuing: 'neutral',
  running: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'warning',
  unknown: 'neutral',
}

export function TaskStatus({ status }: { status: (typeof instanceStatuses)[number] }) {
  const t = useText(text)
  return <Status tone={tones[status]}>{t(status)}</Status>
}

export function TaskDuration({ task }: { task: Pick<Task, 'startedAt' | 'endedAt'> }) {
  const running = task.startedAt !== null && task.endedAt === null
  const now = useNow(running)
  if (task.startedAt === null) return formatDuration(null)
  const end = task.endedAt === null ? Math.max(now, Date.parse(task.startedAt)) : Date.parse(task.endedAt)
  return formatDuration(end - Date.parse(task.startedAt))
}

export function TaskProgress({ task }: { task: Pick<Task, 'name' | 'progress' | 'status'> }) {
  const t = useText(text)
  if (task.progress === null) return <span className="text-tertiary">--</span>
  const { done, total } = task.progress
  return (
    <span className={`${styles['progress']} inline-block font-13 tabular`}>
      <span>
        <ProgressText progress={task.progress} />
      </span>
      {task.status === 'running' && <ProgressBar done={done} total={total} label={`${t('progress')} ${task.name}`} />}
    </span>
  )
}
