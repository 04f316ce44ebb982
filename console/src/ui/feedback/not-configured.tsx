import type { ReactNode } from 'react'
import { Lines } from '../clipboard/copyable-lines.tsx'
import styles from './not-configured.module.css'

interface NotConfiguredProps {
  title: string
  text: ReactNode
  lines: { readonly title: string; readonly text: string; readonly lines: readonly string[] }
  children: ReactNode
}

export function NotConfigured({ title, text: label, lines, children }: NotConfiguredProps) {
  return (
    <div className={`${styles['missing']} grid columns-1-auto align-center narrow-columns-1`}>
      <div>
        <h3>{title}</h3>
        <p>{label}</p>
      </div>
      <div className={styles['actions']}>{children}</div>
      <details className="all-columns font-13">
        <summary className="fit-width text-tertiary cursor-pointer hover-text-ink">{lines.title}</summary>
        <Lines lines={lines.lines} text={lines.text} />
      </details>
    </div>
  )
}
