import type { Assignment } from '@vermilion/contract/datasets/assignment'
import { useText } from '#lib/i18n.ts'
import { Person } from '#ui/person/avatar.tsx'
import styles from './assignments.module.css'
import { text } from './text.ts'

export interface NamesProps {
  of: Assignment
  /** Opens what changes them. */
  onChange?: () => void
}

/** Who labels and who reviews; nothing where nobody is named. */
export function Names({ of: { assignee, assignedReviewer }, onChange }: NamesProps) {
  const t = useText(text)
  if (assignee === null && assignedReviewer === null) return null
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
