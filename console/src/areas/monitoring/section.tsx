import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  /** Text or links below the title. */
  note?: ReactNode
  extra?: ReactNode
  children: ReactNode
}

/** A section whose tables have their own frames. */
export function Section({ title, note, extra, children }: SectionProps) {
  return (
    <section className={styles['section']}>
      <header>
        <h2>{title}</h2>
        {extra}
        {note !== undefined && <div className={styles['note']}>{note}</div>}
      </header>
      {children}
    </section>
  )
}

/** The text of an empty section. */
export function NoRows({ title, words }: { title?: ReactNode; words?: string | undefined }) {
  return (
    <div className={styles['none']}>
      {title}
      {words !== undefined && <p>{words}</p>}
    </div>
  )
}
