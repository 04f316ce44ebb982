import Button from 'antd/es/button'
import { useEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { useAssistant } from '#ui/assistant/assistant.ts'
import { ProblemState, State } from '#ui/feedback/states.tsx'
import { MessageView } from './message-view.tsx'
import { text } from './text.ts'
import type { OpenConversation } from './use-conversation.ts'

interface MessageListProps {
  conversation: OpenConversation
  onEdit: (message: { id: string; text: string }) => void
}

const near = 80

const firstQuestions = ['whatIsHere', 'whatNext', 'howGood'] as const

export function MessageList({ conversation, onEdit }: MessageListProps) {
  const t = useText(text)
  const ask = useAssistant((assistant) => assistant.ask)
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const { messages, problem, isLoading } = conversation
  useEffect(() => {
    if (follows.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight
  })
  if (problem !== null) {
    return (
      <div className="stack grow gap-14 min-height-0 padding-14-16 scroll">
        <ProblemState problem={problem} onRetry={conversation.retry} />
      </div>
    )
  }
  return (
    <div
      ref={list}
      className="stack grow gap-14 min-height-0 padding-14-16 scroll"
      role="log"
      aria-label={t('assistant')}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < near
      }}
    >
      {messages.length === 0 && !isLoading && (
        <State title={t('intro')} text={t('introWords')}>
          {firstQuestions.map((key) => (
            <Button key={key} size="small" onClick={() => ask({ text: t(key), goesOn: true })}>
              {t(key)}
            </Button>
          ))}
        </State>
      )}
      {messages.map((message, index) => (
        <MessageView
          key={message.id}
          message={message}
          isLast={index === messages.length - 1}
          conversation={conversation}
          onEdit={onEdit}
        />
      ))}
    </div>
  )
}
