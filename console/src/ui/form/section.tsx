import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  /** Opens it at first, when a value inside differs from its default. */
  open: boolean
  onOpen?: () => void
  children: ReactNode
}

/** A folded part of a form. Its fields are mounted, so their values are sent. */
export function Section({ title, open, onOpen, children }: SectionProps) {
  return (
    <details
      className={styles['section']}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  )
}
