import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { Terminal } from '@vermilion/contract/terminals'
import { useText } from '#lib/i18n.ts'
import { ToolButton } from '#ui/tool-button.tsx'
import styles from './terminal.module.css'
import { text } from './text.ts'

interface TerminalChoiceProps<One extends Terminal> {
  items: readonly One[]
  terminal: One
  nameOf: ((terminal: One) => string) | undefined
  onChoose: (terminalId: string) => void
  onClose: (terminal: One, name: string) => Promise<void>
}

export function TerminalChoice<One extends Terminal>({
  items,
  terminal,
  nameOf,
  onChoose,
  onClose,
}: TerminalChoiceProps<One>) {
  const t = useText(text)
  return (
    <div className="wrapping-row gap-2 max-full-width">
      {items.map((one, index) => (
        <button
          key={one.id}
          type="button"
          className={`${styles['choice']} padding-4-10 radius-6 ground-none text-secondary tabular cursor-pointer hover-ground-tertiary`}
          aria-label={t('numbered', { number: index + 1 })}
          aria-pressed={one === terminal}
          onClick={() => onChoose(one.id)}
        >
          {`${index + 1}${nameOf === undefined ? '' : ` · ${nameOf(one)}`}`}
        </button>
      ))}
      <ToolButton label={t('close')} onClick={() => void onClose(terminal, `${items.indexOf(terminal) + 1}`)}>
        <CloseOutlined aria-hidden />
      </ToolButton>
    </div>
  )
}
