import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Dataset } from '@vermilion/contract/datasets'
import { useText } from '#lib/i18n.ts'
import styles from './assignments.module.css'
import { assignmentOf } from './assignment-of.ts'
import { Names } from './names.tsx'
import { text } from './text.ts'

export interface ImageNotesProps {
  item: Pick<DatasetItem, 'assignee' | 'assignedReviewer' | 'status' | 'reviewer' | 'note'>
  dataset: Pick<Dataset, 'assignee' | 'assignedReviewer'>
}

/** Who an image is assigned to, and what its reviewer had to say. */
export function ImageNotes({ item, dataset }: ImageNotesProps) {
  const t = useText(text)
  const assignment = assignmentOf(item, dataset)
  const { status, reviewer, note } = item
  const isChanged = status === 'labeled' && reviewer !== null
  const isAssigned = assignment.assignee !== null || assignment.assignedReviewer !== null
  if (!isAssigned && !isChanged && status !== 'rejected') return null
  return (
    <div className={styles['notes']}>
      {isAssigned && <Names of={assignment} />}
      {status === 'rejected' && (
        <div className={styles['note']} role="note">
          <b>{t('rejectedBy', { name: reviewer ?? '' })}</b>
          {note !== '' && <p>{note}</p>}
        </div>
      )}
      {isChanged && (
        <div className={styles['note']} role="note">
          {t('changedSince', { name: reviewer })}
          {note !== '' && <p>{note}</p>}
        </div>
      )}
    </div>
  )
}
