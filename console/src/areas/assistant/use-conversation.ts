import { assistantEndpoints } from '@vermilion/contract/assistant'
import type { Attachment } from '@vermilion/contract/assistant/attachments'
import type { Message } from '@vermilion/contract/assistant/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useAssistant } from '#ui/assistant/assistant.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from './text.ts'

interface Typed {
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly replaces?: string | undefined
  readonly serviceId?: string | undefined
}

const touched = ['/conversations', '/messages', '/assistant']

export function useConversation() {
  const t = useText(text)
  const { conversationId, show } = useAssistant()
  const [busy, setBusy] = useState(false)
  const params = { conversationId: conversationId ?? '' }
  const conversation = useQuery({
    ...read(assistantEndpoints.getConversation, { params }),
    enabled: conversationId !== null,
  })
  const messages = conversationId === null ? [] : (conversation.data?.messages ?? [])
  const last = messages.at(-1)
  const isWriting = last?.status === 'writing'
  const progress = useQuery({
    ...read(assistantEndpoints.getMessage, { params: { messageId: last?.id ?? '' } }),
    enabled: isWriting,
  })
  const displayed: readonly Message[] =
    isWriting && progress.data?.id === last.id ? [...messages.slice(0, -1), progress.data] : messages

  async function act(work: () => Promise<unknown>, failure: string): Promise<boolean> {
    setBusy(true)
    try {
      await work()
      await refresh(...touched)
      return true
    } catch (problem) {
      notify.error(`${failure}: ${problemWords(problem)}`)
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    conversationId,
    messages: displayed,
    isWriting,
    busy,
    problem: conversationId === null ? null : conversation.error,
    isLoading: conversationId !== null && conversation.isPending,
    retry: () => void conversation.refetch(),
    show,
    send: ({ text, attachments, replaces, serviceId }: Typed, isNew = conversationId === null) =>
      act(async () => {
        const body = { text, attachments: [...attachments], ...(serviceId === undefined ? {} : { serviceId }) }
        if (isNew) show((await call(assistantEndpoints.startConversation, { body })).id)
        else {
          await call(assistantEndpoints.sendMessage, {
            params,
            body: { ...body, ...(replaces === undefined ? {} : { replaces }) },
          })
        }
      }, t('sendFailed')),
    stop: () => act(() => call(assistantEndpoints.stopReply, { params }), t('sendFailed')),
    regenerate: () => act(() => call(assistantEndpoints.regenerateReply, { params, body: {} }), t('sendFailed')),
    decide: (callId: string, isApproved: boolean) =>
      act(
        () =>
          call(isApproved ? assistantEndpoints.approveToolCall : assistantEndpoints.refuseToolCall, {
            params: { callId },
          }),
        t('decisionFailed'),
      ),
  }
}

export type OpenConversation = ReturnType<typeof useConversation>
