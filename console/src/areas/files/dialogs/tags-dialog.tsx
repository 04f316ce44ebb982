import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import { dialogText } from './dialog-text.ts'
import styles from './dialogs.module.css'

interface TagsDialogProps {
  count: number
  present: readonly string[]
  onDone: (add: string[], remove: string[]) => void
  onClose: () => void
}

export function TagsDialog({ count, present, onDone, onClose }: TagsDialogProps) {
  const t = useText(dialogText)
  useFocusBack()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  return (
    <Modal
      open
      centered
      width={460}
      title={t('tagsTitle', { count })}
      okText={t('save')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: add.length + remove.length === 0 }}
      onOk={() => onDone(add, remove)}
      onCancel={onClose}
      afterOpenChange={(open) => open && document.getElementById('tags-to-add')?.focus()}
    >
      <div className="stack gap-8 padding-4-0-8">
        <label className="note margin-top-6" htmlFor="tags-to-add">
          {t('add')} <small className="faint">{t('addHint')}</small>
        </label>
        <TagsField id="tags-to-add" value={add} onChange={setAdd} />
        {present.length > 0 && <span className="note margin-top-6">{t('present')}</span>}
        {/* eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has a border */}
        <div className={`${styles['tags']} flex wrap gap-6`} role="group" aria-label={t('remove')}>
          {present.length === 0 && <small className="faint">{t('noTags')}</small>}
          {present.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-pressed={remove.includes(tag)}
              onClick={() =>
                setRemove(remove.includes(tag) ? remove.filter((other) => other !== tag) : [...remove, tag])
              }
            >
              {tag}
            </button>
          ))}
        </div>
      </div>
    </Modal>
  )
}
