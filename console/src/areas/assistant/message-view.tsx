import type { Message } from '@vermilion/contract/assistant/messages'
import Button from 'antd/es/button'
import { useState } from 'react'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { text as uiText } from '#ui/text.ts'
import styles from './assistant.module.css'
import { Markdown } from './markdown.tsx'
import { assistantEndpoints } from '@vermilion/contract/assistant'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { text } from './text.ts'
import { ToolCallCard } from './tool-call-card.tsx'
import type { OpenConversation } from './use-conversation.ts'

interface MessageViewProps {
  message: Message
  isLast: boolean
  conversation: OpenConversation
  onEdit: (message: { id: string; text: string }) => void
}

export function MessageView({ message, isLast, conversation, onEdit }: MessageViewProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { role, status, parts, attachments, error } = message
  const caption = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n')
  if (role === 'user') {
    return (
      <article className={`${styles['question']} padding-8-12 radius-10 ground-tertiary`} aria-label={t('you')}>
        <p className="white-space-pre-wrap break-anywhere">{caption}</p>
        {attachments.length > 0 && (
          <p className="hint break-anywhere">{attachments.map(({ title }) => title).join(' · ')}</p>
        )}
        <div className="flex wrap gap-2" style={{ margin: '0 -8px' }}>
          <Button
            size="small"
            type="text"
            disabled={conversation.isWriting}
            onClick={() => onEdit({ id: message.id, text: caption })}
          >
            {t('edit')}
          </Button>
        </div>
      </article>
    )
  }
  const isBad = status === 'empty' || status === 'failed' || status === 'cut'
  return (
    <article className="stack gap-8 min-width-0" aria-label={t('assistant')} aria-busy={status === 'writing'}>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          <Markdown key={index} source={part.text} />
        ) : (
          <ToolCallCard key={part.call.id} call={part.call} conversation={conversation} />
        ),
      )}
      {status === 'writing' && <p className="text-secondary">{t('writing')}</p>}
      {status === 'stopped' && <p className="hint break-anywhere">{t('stopped')}</p>}
      {isBad && (
        <div className="stack gap-6 align-flex-start padding-10-12 border-error radius-8 break-anywhere" role="alert">
          <strong>{t(status === 'cut' ? 'cutReply' : 'noReply')}</strong>
          {error !== null && <p>{localize(error, language)}</p>}
          <Button size="small" disabled={conversation.busy} onClick={() => void conversation.regenerate()}>
            {t('regenerate')}
          </Button>
        </div>
      )}
      {status !== 'writing' && (
        <ReplyTools message={message} text={caption} canRegenerate={isLast && !isBad} conversation={conversation} />
      )}
    </article>
  )
}

interface ReplyToolsProps {
  message: Message
  text: string
  canRegenerate: boolean
  conversation: OpenConversation
}

function ReplyTools({ message, text: caption, canRegenerate, conversation }: ReplyToolsProps) {
  const t = useText(text)
  const u = useText(uiText)
  const [isSent, setSent] = useState(false)
  const copy = async () => {
    if (await toClipboard(caption)) notify.success(u('copied'))
    else notify.error(u('copyFailed'))
  }
  return (
    <>
      <div className="flex wrap gap-2" style={{ margin: '0 -8px' }}>
        {caption !== '' && (
          <Button
            size="small"
            type="text"
            onClick={() => void copy()}
            aria-label={`${t('copy')} · ${t('copyMessage')}`}
          >
            {t('copy')}
          </Button>
        )}
        {canRegenerate && (
          <Button size="small" type="text" disabled={conversation.busy} onClick={() => void conversation.regenerate()}>
            {t('regenerate')}
          </Button>
        )}
        <Button size="small" type="text" aria-expanded={isSent} onClick={() => setSent(!isSent)}>
          {t('sent')}
        </Button>
      </div>
      {isSent && <SentRequestView messageId={message.id} />}
    </>
  )
}

function SentRequestView({ messageId }: { messageId: string }) {
  const t = useText(text)
  const sent = useQuery({ ...read(assistantEndpoints.getSentRequest, { params: { messageId } }), staleTime: 0 })
  if (sent.error !== null) return <ProblemState problem={sent.error} onRetry={() => void sent.refetch()} />
  if (sent.isPending) return null
  if (sent.data === null) return <p className="hint break-anywhere">{t('sentNothing')}</p>
  const { service, model, address, redactions, messages, tools } = sent.data
  return (
    <section className="stack gap-6" aria-label={t('sentTitle')}>
      <p className="hint break-anywhere">
        {t('sentTo', { service, model, address })} · {t('sentRedactions', { count: redactions })}
      </p>
      {messages.map(({ role, content }, index) => (
        <div key={index}>
          <strong className="hint break-anywhere">{role}</strong>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
          <pre className={styles['data']} tabIndex={0}>
            {content}
          </pre>
        </div>
      ))}
      <p className="hint break-anywhere">{t('sentTools', { tools: tools.join(', ') })}</p>
    </section>
  )
}
