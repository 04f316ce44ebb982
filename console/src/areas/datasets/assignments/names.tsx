import type { Assignment, WaitingImages } from '@vermilion/contract/datasets/assignment'
import { useText } from '#lib/i18n.ts'
import { Person } from '#ui/person/avatar.tsx'
import styles from './assignments.module.css'
import { text } from './text.ts'

const none = { toLabel: 0, toReview: 0 }

export interface NamesProps {
  of: Assignment
  /** What waits for whoever looks. */
  waiting?: WaitingImages | undefined
  /** Opens what changes them. */
  onChange?: () => void
}

/** Who labels and who reviews; nothing where nobody is named. */
export function Names({ of: { assignee, assignedReviewer }, waiting = none, onChange }: NamesProps) {
  const t = useText(text)
  const { toLabel, toReview } = waiting
  if (assignee === null && assignedReviewer === null && toLabel + toReview === 0) return null
  const names = (
    <span className={styles['names']}>
      {assignee !== null && (
        <span title={`${t('assignee')}: ${assignee}`}>
          <Person username={assignee} size={20} /> <small>{t('labels')}</small>
        </span>
      )}
      {assignedReviewer !== null && (
        <span title={`${t('reviewer')}: ${assignedReviewer}`}>
          <Person username={assignedReviewer} size={20} /> <small>{t('reviews')}</small>
        </span>
      )}
      {toLabel > 0 && <b title={t('mineWords')}>{t('mine', { count: toLabel })}</b>}
      {toReview > 0 && <b title={t('toReviewWords')}>{t('toReview', { count: toReview })}</b>}
    </span>
  )
  if (onChange === undefined) return names
  return (
    <span className={styles['names']}>
      <button type="button" title={t('assign')} onClick={onChange}>
        {names}
      </button>
    </span>
  )
}
