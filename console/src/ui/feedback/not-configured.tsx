import type { ReactNode } from 'react'
import { Lines } from '../clipboard/copyable-lines.tsx'
import styles from './not-configured.module.css'

interface NotConfiguredProps {
  /** The missing service. */
  title: string
  /** The benefit of setting it up. */
  words: ReactNode
  /** The exact lines that set it up, below a line that says so. */
  lines: { readonly title: string; readonly words: string; readonly lines: readonly string[] }
  /** The form or buttons that set it up and test it. */
  children: ReactNode
}

/** Stands for what an outside service would make possible: which one is missing, and the ways to set it up. */
export function NotConfigured({ title, words, lines, children }: NotConfiguredProps) {
  return (
    <div className={styles['missing']}>
      <div>
        <h3>{title}</h3>
        <p>{words}</p>
      </div>
      <div className={styles['actions']}>{children}</div>
      <details>
        <summary>{lines.title}</summary>
        <Lines lines={lines.lines} words={lines.words} />
      </details>
    </div>
  )
}
