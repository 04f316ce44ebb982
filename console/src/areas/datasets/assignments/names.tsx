import type { Assignment, WaitingImages } from '@vermilion/contract/datasets/assignment'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Avatar, Person } from '#ui/person/avatar.tsx'
import styles from './assignments.module.css'
import { text } from './text.ts'

const none = { toLabel: 0, toReview: 0 }

export interface NamesProps {
  of: Assignment
  waiting?: WaitingImages | undefined
  compact?: boolean
  onChange?: () => void
}

export function Names({ of: { assignee, assignedReviewer }, waiting = none, compact = false, onChange }: NamesProps) {
  const t = useText(text)
  const { toLabel, toReview } = waiting
  if (assignee === null && assignedReviewer === null && toLabel + toReview === 0) {
    if (!compact) return null
    return (
      <span className={`${styles['names']} inline-row note wrap gap-4-14`} data-unknown>
        {t('nobody')}
      </span>
    )
  }
  const isOne = assignee === assignedReviewer
  const isAlone = isOne || assignee === null || assignedReviewer === null
  const person = (username: string | null, role: string, does: string) => {
    if (username === null) return null
    const title = `${role}: ${visibleName(username)}`
    return compact ? (
      <span className="inline-row relative gap-6" title={title}>
        {isAlone ? <Person username={username} size={22} /> : <Avatar username={username} size={22} />}
        <i className="visually-hidden nowrap">{title}</i>
        <small className="faint" aria-hidden>
          {does}
        </small>
      </span>
    ) : (
      <span className="inline-row relative gap-6" title={title}>
        <Person username={username} size={20} /> <small className="faint">{does}</small>
      </span>
    )
  }
  const names = (
    <span className={`${styles['names']} inline-row note wrap gap-4-14`} data-compact={compact}>
      {person(assignee, t(isOne ? 'both' : 'assignee'), t(isOne ? 'doesBoth' : 'labels'))}
      {!isOne && person(assignedReviewer, t('reviewer'), t('reviews'))}
      {toLabel > 0 && (
        <b className="weight-500" title={t('mineWords')}>
          {t('mine', { count: toLabel })}
        </b>
      )}
      {toReview > 0 && (
        <b className="weight-500" title={t('toReviewWords')}>
          {t('toReview', { count: toReview })}
        </b>
      )}
    </span>
  )
  if (onChange === undefined) return names
  return (
    <span className={`${styles['names']} inline-row note wrap gap-4-14`}>
      <button className="plain-button" type="button" title={t('assign')} onClick={onChange}>
        {names}
      </button>
    </span>
  )
}
