import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from './terminal.module.css'
import { text } from './text.ts'
import type { useTerminal } from './use-terminal.ts'

interface TerminalNotesProps {
  state: ReturnType<typeof useTerminal>['shown']
  onReconnect: () => void
}

/** The terminal's end, and interruptions of its connection. */
export function TerminalNotes({ state, onReconnect }: TerminalNotesProps) {
  const t = useText(text)
  const isFarCut = state.exit === null && state.state === 'connected' && state.line !== 'connected'
  const isCut = state.exit === null && !state.isGone && ['disconnected', 'unknown'].includes(state.state)
  return (
    <>
      {state.exit !== null && (
        <p className={styles['note']}>
          {state.exit.lost
            ? t('lost')
            : state.exit.signal === null
              ? t('exited', { code: state.exit.code })
              : t('killed', { signal: state.exit.signal })}
        </p>
      )}
      {state.isGone && <p className={styles['note']}>{t('gone')}</p>}
      {isFarCut && (
        <p className={styles['note']} role="alert">
          {t('sentLater')}
        </p>
      )}
      {isCut && (
        <p className={styles['note']} role="alert">
          {t('notSent')}{' '}
          <Button size="small" onClick={onReconnect}>
            {t('reconnect')}
          </Button>
        </p>
      )}
    </>
  )
}
