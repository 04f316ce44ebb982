import Button from 'antd/es/button'
import TextArea from 'antd/es/input/TextArea'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './review-bar.module.css'
import { reviewText } from './review-text.ts'

export interface ReviewNoteProps {
  id: string
  note: string
  isSending: boolean
  onChange: (note: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onCancel: () => void
  onSend: () => void
}

export function ReviewNote({ id, note, isSending, onChange, onKeyDown, onCancel, onSend }: ReviewNoteProps) {
  const t = useText(reviewText)
  const field = useRef<TextAreaRef>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div
      className={`${styles['note']} absolute right-0 layer-5 grid gap-8 border radius-10 ground-raised shadow-secondary`}
    >
      <label htmlFor={id}>{t('note')}</label>
      <TextArea
        id={id}
        ref={field}
        rows={3}
        maxLength={2_000}
        value={note}
        placeholder={t('notePlaceholder')}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      <div>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button danger type="primary" loading={isSending} onClick={onSend}>
          {t('send')}
        </Button>
      </div>
    </div>
  )
}
