import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useQueryClient } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { type KeyboardEvent, useState, useEffect, useRef } from 'react'
import { call } from '#lib/api.ts'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { namesOfKeys } from '#ui/keyboard/keys.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import type { ItemSync } from '../../sync/item-sync.ts'
import { sendWhenSaved } from '../../sync/send-when-saved.ts'
import styles from './review-bar.module.css'
import { reviewText } from './review-text.ts'
import { useSyncState } from '../save-state.tsx'
import type { Item } from '../use-actions.ts'
import { useOtherReviewer } from './use-other-reviewer.ts'
import { useYesNo, useYesNoKeys } from './use-yes-no.ts'
import TextArea, { type TextAreaRef } from 'antd/es/input/TextArea'

const NOTE = 'review-note'

interface ReviewBarProps {
  item: Item
  editor: Editor
  sync: ItemSync
  isClosing: boolean
  /** The image waits for this user's review. */
  isMine: boolean
  /** Opens the next image after this request, unless the reviewer has moved on. */
  onReview: (send: () => Promise<boolean>) => Promise<boolean>
}

export function ReviewBar({ item, editor, sync, isClosing, isMine, onReview }: ReviewBarProps) {
  const t = useText(reviewText)
  const client = useQueryClient()
  const [rejecting, setRejecting] = useState(false)
  const [note, setNote] = useState('')
  const barred = useSyncState(sync).kind === 'conflict' || isClosing
  const keys = useYesNoKeys()
  const name = item.path.split('/').at(-1) ?? ''
  const [isBusy, review] = useAction(async (decision: 'accept' | 'reject') => {
    try {
      // The decision is about the shapes on the screen: it is not sent when somebody has saved since.
      const send = () => {
        const body = { decision, note: note.trim(), revision: sync.revision() }
        return call(datasetEndpoints.reviewItem, { params: { itemId: item.id }, body })
      }
      const sent = await onReview(() => sendWhenSaved({ editor, sync }, send))
      if (!sent) return notify.error(t('notSaved', { name }))
      notify.success(t(decision === 'accept' ? 'accepted' : 'rejected', { name }))
      setRejecting(false)
    } finally {
      void client.invalidateQueries({ queryKey: [datasetEndpoints.getItem.path] })
    }
  })
  const reviewer = useOtherReviewer(item)
  const decide = (decision: 'accept' | 'reject') => {
    if (decision === 'accept' && reviewer !== null) notify.info(t('reviewerSet', { reviewer }))
    else if (!barred && !isBusy) review(decision)
  }
  useYesNo(
    barred ? null : { yes: () => decide('accept'), no: () => (rejecting ? decide('reject') : setRejecting(true)) },
    // The note belongs to a rejection; accepting would lose it.
    (element, reply) => reply === 'no' && element.id === NOTE,
  )
  const message = (key: 'accept' | 'reject') =>
    t('byKey', { text: t(key), key: namesOfKeys(keys[key === 'accept' ? 'yes' : 'no'] ?? '').join('+') })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') setRejecting(false)
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      decide('reject')
    }
  }
  return (
    <fieldset className="relative flex gap-8 margin-0 padding-0 border-0" aria-label={t('review')}>
      <Button
        danger
        icon={<CloseOutlined aria-hidden />}
        title={message('reject')}
        aria-expanded={rejecting}
        disabled={barred}
        onClick={() => setRejecting(!rejecting)}
      >
        {t('reject')}
      </Button>
      <AcceptButton
        title={message('accept')}
        reviewer={reviewer}
        isMine={isMine}
        disabled={barred}
        loading={isBusy && !rejecting}
        onAccept={() => decide('accept')}
      />
      {rejecting && (
        <ReviewNote
          id={NOTE}
          note={note}
          isSending={isBusy}
          onChange={setNote}
          onKeyDown={onKeyDown}
          onCancel={() => setRejecting(false)}
          onSend={() => decide('reject')}
        />
      )}
    </fieldset>
  )
}

interface AcceptButtonProps {
  title: string
  reviewer: string | null
  isMine: boolean
  disabled: boolean
  loading: boolean
  onAccept: () => void
}

/** The Accept button. If somebody else has to review the image, its tooltip and a confirmation say so. */
function AcceptButton({ title, reviewer, isMine, disabled, loading, onAccept }: AcceptButtonProps) {
  const t = useText(reviewText)
  return (
    <Button
      type={isMine ? 'primary' : 'default'}
      icon={<CheckOutlined aria-hidden />}
      title={reviewer === null ? title : t('reviewerSet', { reviewer })}
      aria-disabled={reviewer !== null}
      className={reviewer === null ? '' : (styles['notMine'] ?? '')}
      disabled={disabled}
      loading={loading}
      onClick={onAccept}
    >
      {t('accept')}
    </Button>
  )
}

interface ReviewNoteProps {
  id: string
  note: string
  isSending: boolean
  onChange: (note: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onCancel: () => void
  onSend: () => void
}

function ReviewNote({ id, note, isSending, onChange, onKeyDown, onCancel, onSend }: ReviewNoteProps) {
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
