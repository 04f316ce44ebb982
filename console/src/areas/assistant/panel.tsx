import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { assistantEndpoints } from '@vermilion/contract/assistant'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { type Question, useAssistant } from '#ui/assistant/assistant.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import styles from './assistant.module.css'
import { Composer } from './composer.tsx'
import { HistoryList } from './history-list.tsx'
import { MessageList } from './message-list.tsx'
import { text } from './text.ts'
import { useAttachments } from './use-attachments.ts'
import { useConversation } from './use-conversation.ts'

export function AssistantPanel() {
  const t = useText(text)
  const { toggle, show, isHistory } = useAssistant()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (useAssistant.getState().takesFocus) panel.current?.querySelector('textarea')?.focus()
  }, [])
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes from anywhere inside
    <aside
      ref={panel}
      id="assistant"
      className={styles['panel']}
      aria-label={t('assistant')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        toggle(false)
        document.querySelector<HTMLElement>('[aria-controls=assistant]')?.focus()
      }}
    >
      <PanelBar />
      {isHistory ? <HistoryList onOpen={show} /> : <OpenConversation />}
    </aside>
  )
}

function PanelBar() {
  const t = useText(text)
  const { toggle, show, isHistory } = useAssistant()
  return (
    <div className="row gap-4 border-bottom" style={{ height: 'var(--shell-header)', padding: '0 8px 0 16px' }}>
      <h2 className="title grow">{t(isHistory ? 'history' : 'assistant')}</h2>
      <ToolButton
        label={t(isHistory ? 'back' : 'history')}
        onClick={() => useAssistant.setState({ isHistory: !isHistory })}
      >
        {isHistory ? <ArrowLeftOutlined aria-hidden /> : <HistoryOutlined aria-hidden />}
      </ToolButton>
      <ToolButton label={t('newConversation')} onClick={() => show(null)}>
        <PlusOutlined aria-hidden />
      </ToolButton>
      <ToolButton label={t('close')} onClick={() => toggle(false)}>
        <CloseOutlined aria-hidden />
      </ToolButton>
    </div>
  )
}

function OpenConversation() {
  const question = useAssistant((assistant) => assistant.question)
  const [selected, setEdited] = useState<{ id: string; text: string } | null>(null)
  const state = useQuery(read(assistantEndpoints.getAssistant, {}))
  const conversation = useConversation()
  const attachments = useAttachments()
  const edited = conversation.messages.some(({ id }) => id === selected?.id) ? selected : null
  const isConfigured = (state.data?.services.length ?? 0) > 0

  const send = useEffectEvent(({ text }: Question) => {
    useAssistant.setState({ question: null })
    void conversation.send({ text, attachments: attachments.chips.map(({ read: readChip }) => readChip()) })
  })
  // A question from another page is sent as soon as possible.
  useEffect(() => {
    if (question === null || !isConfigured) return
    const timer = setTimeout(() => send(question))
    return () => clearTimeout(timer)
  }, [question, isConfigured])

  if (state.error !== null && state.data === undefined)
    return <ProblemState problem={state.error} onRetry={() => void state.refetch()} />
  return (
    <>
      <MessageList key={`in ${conversation.conversationId}`} conversation={conversation} onEdit={setEdited} />
      <Composer
        key={`editing ${edited?.id}`}
        state={state.data}
        conversation={conversation}
        attachments={attachments}
        edited={edited}
        onEdited={() => setEdited(null)}
      />
    </>
  )
}
