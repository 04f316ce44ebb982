import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  note?: string
  extra?: ReactNode
  children: ReactNode
}

/** A part of a page whose tables have frames of their own. */
export function Section({ title, note, extra, children }: SectionProps) {
  return (
    <section className={styles['section']}>
      <header>
        <h2>{title}</h2>
        {extra}
      </header>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      {children}
    </section>
  )
}

/** Stands for the rows of a section that has none. */
export function NoRows({ title, words }: { title?: ReactNode; words: string }) {
  return (
    <div className={styles['none']}>
      {title}
      <p>{words}</p>
    </div>
  )
}
