import { useState } from 'react'
import { PeopleSelect, PersonSelect } from '#areas/accounts'
import { useText } from '#lib/i18n.ts'
import type { BulkDialogProps } from '../images/bulk-dialog.ts'
import { ChangeDialog } from '../images/change-dialog.tsx'
import { dialogText } from './dialog-text.ts'

/** Not a valid username, since names begin and end with a visible character. */
const asDataset = ' '

/** Assigns images to annotators and reviewers; an empty field changes nothing. */
export function AssignImages({ dataset, count, onChange, onClose }: BulkDialogProps) {
  const t = useText(dialogText)
  const [assignees, setAssignees] = useState<readonly string[]>([])
  const [reviewer, setReviewer] = useState<string | undefined>()
  const follow = (name: string | null) => [
    { value: asDataset, label: name === null ? t('asDataset') : t('asDatasetName', { name }) },
  ]
  // "As the dataset" and people exclude each other; the later choice wins.
  const choose = (names: readonly string[]) =>
    setAssignees(names.at(-1) === asDataset ? [asDataset] : names.filter((name) => name !== asDataset))
  const assign = {
    ...(assignees.length === 0 ? {} : { assignees: assignees.filter((name) => name !== asDataset) }),
    ...(reviewer === undefined ? {} : { assignedReviewer: reviewer === asDataset ? null : reviewer }),
  }
  return (
    <ChangeDialog
      title={t('assignImages', { count })}
      count={count}
      change={Object.keys(assign).length === 0 ? null : { assign }}
      onChange={onChange}
      onClose={onClose}
    >
      <div className="stack gap-6">
        <span className="note" aria-hidden>
          {t('assignees')}
        </span>
        <PeopleSelect
          label={t('assignees')}
          placeholder={t('unchanged')}
          value={assignees}
          onChange={choose}
          others={follow(dataset.assignee)}
        />
        <small className="faint">{t('several')}</small>
      </div>
      <div className="stack gap-6">
        <span className="note" aria-hidden>
          {t('reviewer')}
        </span>
        <PersonSelect
          label={t('reviewer')}
          placeholder={t('unchanged')}
          value={reviewer}
          onChange={setReviewer}
          others={follow(dataset.assignedReviewer)}
        />
      </div>
    </ChangeDialog>
  )
}
