import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  open: boolean
  onOpen?: () => void
  children: ReactNode
}

export function Section({ title, open, onOpen, children }: SectionProps) {
  return (
    <details
      className={`${styles['section']} margin-bottom-14 border radius-10`}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className="padding-10-14 radius-10 weight-600 cursor-pointer">{title}</summary>
      <div style={{ padding: '6px 14px 2px' }}>{children}</div>
    </details>
  )
}
