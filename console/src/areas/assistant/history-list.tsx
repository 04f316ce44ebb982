import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { assistantEndpoints, type Conversation } from '@vermilion/contract/assistant'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useState } from 'react'
import { addressOf, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { readPages, refresh } from '#lib/query.ts'
import { useAssistant } from '#ui/assistant/assistant.ts'
import { ProblemState, State } from '#ui/feedback/states.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { Ago } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { ToolButton } from '#ui/tool-button.tsx'
import { text } from './text.ts'

export function HistoryList({ onOpen }: { onOpen: (conversationId: string) => void }) {
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
