import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { AssistantState } from '@vermilion/contract/assistant'
import { maxMessageText } from '@vermilion/contract/assistant/messages'
import Button from 'antd/es/button'
import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import styles from './assistant.module.css'
import { text } from './text.ts'
import type { useAttachments } from './use-attachments.ts'
import type { OpenConversation } from './use-conversation.ts'

interface ComposerProps {
  state: AssistantState | undefined
  conversation: OpenConversation
  attachments: ReturnType<typeof useAttachments>
  edited: { id: string; text: string } | null
  onEdited: () => void
}

/** At this number of remaining messages, the number is shown. */
const few = 10

export function Composer({ state, conversation, attachments, edited, onEdited }: ComposerProps) {
  const t = useText(text)
  const [query, setQuery] = useState(edited?.text ?? '')
  const [serviceId, setServiceId] = useState<string>()
  const { isWriting, busy } = conversation
  const canSend = query.trim() !== '' && !busy && !isWriting

  async function send(): Promise<void> {
    if (!canSend) return
    const attached = attachments.chips.map(({ read }) => read())
    const isSent = await conversation.send({ text: query, attachments: attached, replaces: edited?.id, serviceId })
    if (!isSent) return
    setQuery('')
    if (edited !== null) onEdited()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && edited !== null) {
      event.preventDefault()
      onEdited()
    }
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      className="stack gap-8 border-top"
      style={{ padding: '10px 16px 14px' }}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Chips attachments={attachments} />
      <textarea
        className={`${styles['field']} field-frame full-width padding-8-10 text-inherit font-inherit`}
        aria-label={t('message')}
        placeholder={t('placeholder')}
        value={query}
        maxLength={maxMessageText}
        rows={2}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row gap-8">
        <ServiceChoice services={state?.services ?? []} serviceId={serviceId} onChoose={setServiceId} />
        <span className="hint break-anywhere grow">
          {state !== undefined && state.messagesLeft <= few && t('messagesLeft', { count: state.messagesLeft })}
        </span>
        {edited !== null && (
          <Button size="small" onClick={onEdited}>
            {t('cancel')}
          </Button>
        )}
        {isWriting ? (
          <Button size="small" onClick={() => void conversation.stop()} disabled={busy}>
            {t('stop')}
          </Button>
        ) : (
          <Button size="small" type="primary" htmlType="submit" disabled={!canSend}>
            {t('send')}
          </Button>
        )}
      </div>
    </form>
  )
}

function Chips({ attachments }: Pick<ComposerProps, 'attachments'>) {
  const t = useText(text)
  return (
    <ul className="flex wrap gap-4" aria-label={t('sees')}>
      {attachments.chips.map(({ key, label }) => (
        <li key={key} className="row border pill font-12 text-secondary" style={{ paddingLeft: 8 }}>
          {label}
          <button
            className="plain-button centered width-24 height-24 pill font-11"
            type="button"
            aria-label={t('removeAttachment', { title: label })}
            title={t('removeAttachment', { title: label })}
            onClick={() => attachments.remove(key)}
          >
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ServiceChoiceProps {
  services: AssistantState['services']
  serviceId: string | undefined
  onChoose: (serviceId: string) => void
}

function ServiceChoice({ services, serviceId, onChoose }: ServiceChoiceProps) {
  const t = useText(text)
  if (services.length < 2) return null
  return (
    <select
      className="min-width-0 height-26 border-strong radius-6 ground-panel text-inherit font-12"
      style={{ maxWidth: 180 }}
      aria-label={t('service')}
      value={serviceId ?? services[0]?.id}
      onChange={(event) => onChoose(event.target.value)}
    >
      {services.map(({ id, name, model }) => (
        <option key={id} value={id}>
          {`${name} · ${model}`}
        </option>
      ))}
    </select>
  )
}
