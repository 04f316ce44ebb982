import type { ReactNode } from 'react'
import styles from './cover-card.module.css'
import { Covers } from './covers.tsx'

interface CoverCardProps {
  name: string
  covers: readonly string[] | undefined
  pictures?: readonly string[] | undefined
  icon?: ReactNode
  title: ReactNode
  menu: ReactNode
  status: ReactNode
  children: ReactNode
  foot: ReactNode
}

export function CoverCard({ name, covers, pictures, icon, title, menu, status, children, foot }: CoverCardProps) {
  return (
    <article className={`${styles['card']} stack gap-8 full-height min-width-0`} aria-label={name}>
      <Covers files={covers} pictures={pictures} icon={icon} kind="card" />
      <header className="row gap-8 min-width-0">
        <h2 className="ellipsis title grow min-width-0">{title}</h2>
        {menu}
      </header>
      <div className={`${styles['status']} wrapping-row note gap-2-12 tabular`}>{status}</div>
      {children}
      <footer className="row hint gap-8 justify-between min-height-28 push-down">{foot}</footer>
    </article>
  )
}
