import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Dataset } from '@vermilion/contract/datasets'
import { useText } from '#lib/i18n.ts'
import { imageNotesText } from './image-notes-text.ts'
import styles from './image-notes.module.css'

export interface ImageNotesProps {
  item: Pick<DatasetItem, 'assignee' | 'assignedReviewer' | 'status' | 'reviewer' | 'note'>
  dataset: Pick<Dataset, 'assignee' | 'assignedReviewer'>
}

export function ImageNotes({ item, dataset }: ImageNotesProps) {
  const t = useText(imageNotesText)
  const assignee = item.assignee ?? dataset.assignee
  const assignedReviewer = item.assignedReviewer ?? dataset.assignedReviewer
  const names = [
    ...(assignee === null ? [] : [t('assignee', { name: assignee })]),
    ...(assignedReviewer === null ? [] : [t('reviewer', { name: assignedReviewer })]),
  ]
  const { status, reviewer, note } = item
  const message =
    status === 'rejected'
      ? t('rejectedBy', { name: reviewer ?? '' })
      : status === 'labeled' && reviewer !== null
        ? t('changedSince', { name: reviewer })
        : null
  if (names.length === 0 && message === null) return null
  return (
    <div className={`${styles['notes']} rigid padding-0-12 font-13`}>
      {names.length > 0 && <p className="text-secondary break-anywhere">{names.join(' · ')}</p>}
      {message !== null && (
        <div className="margin-bottom-8 padding-8-10 radius-8" role="note">
          <b>{message}</b>
          {note !== '' && <p className="white-space-pre-wrap break-anywhere">{note}</p>}
        </div>
      )}
    </div>
  )
}
