import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  /** Open from the beginning, where something in it is not as usual. */
  open: boolean
  onOpen?: () => void
  children: ReactNode
}

/** A folded part of a form. Its fields are there all the same, and are sent. */
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
