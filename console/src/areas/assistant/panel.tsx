import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { assistantEndpoints, type Conversation } from '@vermilion/contract/assistant'
import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, readPages, refresh } from '#lib/query.ts'
import { type Question, useAssistant } from '#ui/assistant/assistant.ts'
import { ProblemState, State } from '#ui/feedback/states.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import styles from './assistant.module.css'
import { Composer } from './composer.tsx'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { addressOf, call } from '#lib/api.ts'
import { SearchField } from '#ui/filter/search-field.tsx'
import { Ago } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
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

function HistoryList({ onOpen }: { onOpen: (conversationId: string) => void }) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery(readPages(assistantEndpoints.listConversations, { query: { search, limit: 50 } }))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="stack grow gap-14 min-height-0 padding-14-16 scroll">
      <SearchField
        label={t('searchHistory')}
        name={t('searchHistory')}
        value={search}
        onSearch={(next = '') => setSearch(next)}
        width={340}
      />
      {list.error !== null && <ProblemState problem={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && items.length === 0 && <State title={t(search === '' ? 'noHistory' : 'noMatch')} />}
      <ul className="stack gap-2">
        {items.map((conversation) => (
          <Row key={conversation.id} conversation={conversation} onOpen={onOpen} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="small" onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

function Row({ conversation, onOpen }: { conversation: Conversation; onOpen: (conversationId: string) => void }) {
  const t = useText(text)
  const { id, title, updatedAt } = conversation
  const params = { conversationId: id }
  const remove = () =>
    confirm({
      title: t('deleteTitle'),
      body: t('deleteWords', { title }),
      action: t('deleteConversation'),
      danger: true,
      failure: t('deleteFailed'),
      async run() {
        await call(assistantEndpoints.deleteConversation, { params })
        const { conversationId, show } = useAssistant.getState()
        if (conversationId === id) show(null)
        await refresh('/conversations')
      },
    })
  return (
    <li className="row">
      <button
        type="button"
        className="quiet-button stack grow min-width-0 radius-6 text-left break-anywhere hover-ground-tertiary"
        style={{ padding: '6px 8px' }}
        onClick={() => onOpen(id)}
      >
        <span>{title}</span>
        <span className="hint break-anywhere">
          <Ago time={updatedAt} />
        </span>
      </button>
      <a
        className="centered height-32 text-secondary"
        style={{ width: 32 }}
        href={addressOf(assistantEndpoints.exportConversation, { params })}
        aria-label={`${t('exportConversation')} · ${title}`}
        title={t('exportConversation')}
        download
      >
        <DownloadOutlined aria-hidden />
      </a>
      <ToolButton label={`${t('deleteConversation')} · ${title}`} title={t('deleteConversation')} onClick={remove}>
        <DeleteOutlined aria-hidden />
      </ToolButton>
    </li>
  )
}
