import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from './lines.module.css'
import { notify } from './notify.tsx'
import { text } from './text.ts'

interface LinesProps {
  lines: readonly string[]
  /** What to do with them. */
  words: string
}

/** Lines to be taken over exactly: a configuration, a command. */
export function Lines({ lines, words }: LinesProps) {
  const t = useText(text)
  const copy = async () => {
    await navigator.clipboard.writeText(`${lines.join('\n')}\n`)
    notify.success(t('copied'))
  }
  return (
    <div className={styles['lines']}>
      <p>{words}</p>
      <div>
        <pre>{lines.join('\n')}</pre>
        {window.isSecureContext && (
          <Button size="small" onClick={() => void copy()}>
            {t('copy')}
          </Button>
        )}
      </div>
    </div>
  )
}
