import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'
import type { useTerminal } from './use-terminal.ts'

interface TerminalNotesProps {
  state: ReturnType<typeof useTerminal>['shown']
  onReconnect: () => void
}

export function TerminalNotes({ state, onReconnect }: TerminalNotesProps) {
  const t = useText(text)
  const isFarCut = state.exit === null && state.state === 'connected' && state.line !== 'connected'
  const isCut = state.exit === null && !state.isGone && ['disconnected', 'unknown'].includes(state.state)
  return (
    <>
      {state.exit !== null && (
        <p className="wrapping-row gap-4-10 margin-0-0-10 text-secondary">
          {state.exit.lost
            ? t('lost')
            : state.exit.signal === null
              ? t('exited', { code: state.exit.code })
              : t('killed', { signal: state.exit.signal })}
        </p>
      )}
      {state.isGone && <p className="wrapping-row gap-4-10 margin-0-0-10 text-secondary">{t('gone')}</p>}
      {isFarCut && (
        <p className="wrapping-row gap-4-10 margin-0-0-10 text-secondary" role="alert">
          {t('sentLater')}
        </p>
      )}
      {isCut && (
        <p className="wrapping-row gap-4-10 margin-0-0-10 text-secondary" role="alert">
          {t('notSent')}{' '}
          <Button size="small" onClick={onReconnect}>
            {t('reconnect')}
          </Button>
        </p>
      )}
    </>
  )
}
