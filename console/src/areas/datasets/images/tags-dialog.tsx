import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import styles from './images.module.css'
import { text } from './text.ts'
import type { BulkDialogProps } from './bulk-dialog.ts'

export function TagsDialog({ count, onChange, onClose }: BulkDialogProps) {
  const t = useText(text)
  const [addTags, setAddTags] = useState<string[]>([])
  const [removeTags, setRemoveTags] = useState<string[]>([])
  const nothing = addTags.length + removeTags.length === 0
  return (
    <ChangeDialog
      title={t('tagsTitle', { count })}
      count={count}
      change={nothing ? null : { addTags, removeTags }}
      onChange={onChange}
      onClose={onClose}
    >
      <label className={`${styles['field']} stack gap-4`} htmlFor="add-tags">
        <span>{t('addTags')}</span>
        <TagsField id="add-tags" value={addTags} onChange={setAddTags} />
      </label>
      <label className={`${styles['field']} stack gap-4`} htmlFor="remove-tags">
        <span>{t('removeTags')}</span>
        <TagsField id="remove-tags" value={removeTags} onChange={setRemoveTags} />
      </label>
    </ChangeDialog>
  )
}
