import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  note?: ReactNode
  extra?: ReactNode
  children: ReactNode
}

export function Section({ title, note, extra, children }: SectionProps) {
  return (
    <section className={styles['section']}>
      <header className="wrapping-row gap-4-12 justify-between min-height-36 margin-bottom-8">
        <h2 className="title">{title}</h2>
        {extra}
        {note !== undefined && (
          <div className="flex wrap gap-4-16 text-secondary" style={{ flex: '0 0 100%' }}>
            {note}
          </div>
        )}
      </header>
      {children}
    </section>
  )
}

export function NoRows({ title, text }: { title?: ReactNode; text?: string | undefined }) {
  return (
    <div className="panel flex wrap gap-4-12 align-baseline padding-12-14">
      {title}
      {text !== undefined && <p className="text-secondary">{text}</p>}
    </div>
  )
}
