import type { Task } from '@vermilion/contract/tasks'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { LogActions } from './log-actions.tsx'
import type { LogState } from './log-lines.ts'
import styles from './log.module.css'
import { text } from './text.ts'
import type { LineSelection } from './use-line-selection.ts'

interface LogSummaryProps {
  task: Task
  instance: string | undefined
  state: LogState
  selection: LineSelection
}

export function LogSummary({ task, instance, state, selection }: LogSummaryProps) {
  const t = useText(text)
  const counted = state.size === 0 ? 100 : Math.floor((state.indexed / state.size) * 100)
  return (
    <span className="wrapping-row gap-8 push-right narrow-line-of-its-own">
      {selection.count > 0 && (
        <Button size="small" type="primary" onClick={selection.copy}>
          {t('copyLines', { count: selection.count })}
        </Button>
      )}
      <span className={`${styles['count']} faint tabular nowrap`}>
        {counted < 100 ? t('counting', { percent: counted }) : t('lines', { count: state.total })}
      </span>
      <LogActions task={task} instance={instance} path={state.path} />
    </span>
  )
}
