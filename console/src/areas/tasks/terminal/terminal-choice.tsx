import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { Task } from '@vermilion/contract/tasks'
import type { Terminal } from '@vermilion/contract/tasks/terminals'
import { useText } from '#lib/i18n.ts'
import { ToolButton } from '#ui/tool-button.tsx'
import styles from './terminal.module.css'
import { text } from './text.ts'

interface TerminalChoiceProps {
  task: Task
  items: readonly Terminal[]
  terminal: Terminal
  /** Whether each says which instance it is in. */
  withInstances: boolean
  onChoose: (terminalId: string) => void
  onClose: (terminal: Terminal, name: string) => Promise<void>
}

/** The terminals of a task, one of which is shown. */
export function TerminalChoice({ task, items, terminal, withInstances, onChoose, onClose }: TerminalChoiceProps) {
  const t = useText(text)
  return (
    <div className={styles['terminals']}>
      {items.map((one, index) => (
        <button
          key={one.id}
          type="button"
          className={styles['choice']}
          aria-label={t('numbered', { number: index + 1 })}
          aria-pressed={one === terminal}
          onClick={() => onChoose(one.id)}
        >
          {`${index + 1}${withInstances ? ` · ${one.instance.slice(task.id.length + 1)}` : ''}`}
        </button>
      ))}
      <ToolButton label={t('close')} onClick={() => void onClose(terminal, `${items.indexOf(terminal) + 1}`)}>
        <CloseOutlined aria-hidden />
      </ToolButton>
    </div>
  )
}
