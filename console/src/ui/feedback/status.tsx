import type { ReactNode } from 'react'
import styles from './status.module.css'

export type Tone = 'neutral' | 'active' | 'good' | 'bad' | 'warning'

export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${styles['status']} inline-row gap-8 nowrap`} data-tone={tone}>
      <svg className="rigid text-tertiary" width="10" height="10" viewBox="0 0 10 10" aria-hidden focusable="false">
        {marks[tone]}
      </svg>
      {children}
    </span>
  )
}

const marks: Record<Tone, ReactNode> = {
  neutral: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  active: (
    <g className={styles['turning']}>
      <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.7" strokeDasharray="15 9" />
    </g>
  ),
  good: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  bad: <path d="M2 2l6 6M8 2 2 8" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />,
  warning: <path d="M5 1 9.3 8.8H.7Z" fill="currentColor" />,
}

export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block padding-0-8 border radius-6 ground-quaternary text-secondary font-12 line-height-20 nowrap">
      {children}
    </span>
  )
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex wrap gap-4">
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  )
}
