import { CopyButton } from './copy-button.tsx'
import styles from './copyable-lines.module.css'

interface LinesProps {
  lines: readonly string[]
  /** What to do with them. */
  words: string
}

/** Lines to be taken over exactly: a configuration, a command. */
export function Lines({ lines, words }: LinesProps) {
  return (
    <div className={styles['lines']}>
      <p>{words}</p>
      <div>
        <pre>{lines.join('\n')}</pre>
        <CopyButton content={`${lines.join('\n')}\n`} label={words} />
      </div>
    </div>
  )
}
