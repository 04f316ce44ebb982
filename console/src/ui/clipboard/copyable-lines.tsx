import { Fragment } from 'react'
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
      <p>
        {/* An address that is too long for its line breaks at a slash. */}
        {words.split(/(?<=\/)(?!\/)/).map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </p>
      <div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, also by keys */}
        <pre tabIndex={0}>{lines.join('\n')}</pre>
        <CopyButton content={`${lines.join('\n')}\n`} label={words} />
      </div>
    </div>
  )
}
