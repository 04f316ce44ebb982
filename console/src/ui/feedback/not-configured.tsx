import type { ReactNode } from 'react'
import { Lines } from '../clipboard/copyable-lines.tsx'
import styles from './not-configured.module.css'

interface NotConfiguredProps {
  /** The missing service. */
  title: string
  /** The benefit of setting it up. */
  words: ReactNode
  /** The exact lines that set it up, each group with an introduction. */
  lines: { readonly title: string; readonly words: string; readonly lines: readonly string[] }
  /** The form or buttons that set it up and test it. */
  children: ReactNode
}

/** Stands in for a feature that needs an external service, with the ways to set the service up. */
export function NotConfigured({ title, words, lines, children }: NotConfiguredProps) {
  return (
    <div className={`${styles['missing']} grid columns-1-auto align-center narrow-columns-1`}>
      <div>
        <h3>{title}</h3>
        <p>{words}</p>
      </div>
      <div className={styles['actions']}>{children}</div>
      <details className="all-columns font-13">
        <summary className="fit-width text-tertiary cursor-pointer hover-text-ink">{lines.title}</summary>
        <Lines lines={lines.lines} words={lines.words} />
      </details>
    </div>
  )
}
