import type { ReactNode } from 'react'
import styles from './alerts.module.css'

interface SectionProps {
  title: string
  note?: string
  extra?: ReactNode
  children: ReactNode
}

/** A part of the page whose table has a frame of its own. */
export function Section({ title, note, extra, children }: SectionProps) {
  return (
    <section className={styles['section']}>
      <header>
        <h2>{title}</h2>
        {extra}
      </header>
      {note !== undefined && <p className={styles['words']}>{note}</p>}
      {children}
    </section>
  )
}
