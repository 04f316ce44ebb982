import type { Conversation } from '@vermilion/contract/assistant'
import type { Message, messageDraft, SentRequest, ToolCall } from '@vermilion/contract/assistant/messages'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import { secretField, serviceKinds } from '@vermilion/contract/services/kinds'
import type { z } from 'zod'
import type { Services } from '#areas/settings'
import { readJson, writeJson } from '#platform/database/columns'
import type { Authenticator } from '#platform/http/authentication'
import type { InternalCall, InternalCaller } from '#platform/http/internal-calls'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { createLimits, maxConversations } from './rules.ts'
import { createReplies } from './replies/replies.ts'
import { createAssistantStore, type ConversationRow, type MessageRow, type ToolCallRow } from './store.ts'
import { assistantTools } from './tools/tools.ts'
import { conversationOf, messageOf, toolCallOf } from './conversations/view.ts'

const maxTitleLength = 80

type Draft = z.output<typeof messageDraft>

export interface AssistantNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'log'> {
  readonly services: Pick<Services, 'ofKind'>
  readonly taskSecrets: () => Promise<string[]>
  readonly internalCall: InternalCall
  readonly watch: Authenticator['watch']
  readonly messagesPerHour: number
}

export type Assistant = ReturnType<typeof createAssistantService>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createAssistantService(needs: AssistantNeeds) {
  const { database, clock, events, services, messagesPerHour } = needs
  const store = createAssistantStore(database)
  const limits = createLimits({ store, clock, messagesPerHour })
  const changed = (conversationId: string) => events.publish({ type: 'conversation-changed', conversationId })
  const replies = createReplies({ ...needs, store, changed, knownSecrets })

  async function knownSecrets(): Promise<string[]> {
    const ofServices = await Promise.all(
      serviceKinds.map(async (kind) => {
        const field = secretField(kind).name
        return (await services.ofKind(kind)).map(({ settings }) => (settings as Record<string, unknown>)[field])
      }),
    )
    const values = [...ofServices.flat(), ...(await needs.taskSecrets())]
    return values.filter((value): value is string => typeof value === 'string' && value !== '')
  }

  /** Conversations of other accounts count as missing. */
  async function find(accountId: string, conversationId: string): Promise<ConversationRow> {
    const row = await store.conversation(conversationId)
    if (row === undefined || row.accountId !== accountId) throw fail('conversation.not-found')
    return row
  }

  async function findMessage(accountId: string, messageId: string): Promise<MessageRow> {
    const row = await store.message(messageId)
    const owner = row && (await store.conversation(row.conversationId))
    if (row === undefined || owner?.accountId !== accountId) throw fail('message.not-found')
    return row
  }

  async function findCall(accountId: string, callId: string): Promise<ToolCallRow> {
    const row = await store.call(callId)
    if (row === undefined || row.accountId !== accountId) throw fail('tool-call.not-found')
    return row
  }

  async function serviceOf(serviceId: string | undefined) {
    const all = await services.ofKind('chat')
    const service = all.find(({ id }) => id === serviceId) ?? all[0]
    if (service === undefined) throw fail('assistant.no-service')
    return service
  }

  async function newMessage(conversationId: string, role: MessageRow['role']): Promise<MessageRow> {
    return {
      id: newId(),
      conversationId,
      number: ((await store.messages(conversationId)).at(-1)?.number ?? 0) + 1,
      role,
      status: 'writing',
      parts: writeJson([]),
      words: '',
      attachments: writeJson([]),
      attached: null,
      error: null,
      service: null,
      serviceId: null,
      sent: null,
      requests: 0,
      createdAt: clock.time(),
    }
  }

  async function addReply(caller: InternalCaller, conversationId: string, serviceId: string | undefined) {
    const service = await serviceOf(serviceId)
    const row = await newMessage(conversationId, 'assistant')
    await store.addMessage({ ...row, service: service.name, serviceId: service.id })
    await store.updateConversation(conversationId, { status: 'writing', updatedAt: clock.time() })
    changed(conversationId)
    database.afterCommit(() => replies.begin({ conversationId, messageId: row.id, caller, service }))
  }

  async function passOverWaiting(conversationId: string): Promise<void> {
    const last = (await store.messages(conversationId)).at(-1)
    if (last?.status !== 'waiting') return
    for (const call of await store.callsOfMessage(last.id)) {
      if (call.status === 'waiting') await store.updateCall(call.id, { status: 'refused' })
    }
    await store.updateMessage(last.id, { status: 'done' })
  }

  async function addQuestion(caller: InternalCaller, conversationId: string, draft: Draft): Promise<void> {
    const { text, attachments, serviceId } = draft
    await store.addMessage({
      ...(await newMessage(conversationId, 'user')),
      status: 'done',
      parts: writeJson([{ kind: 'text', text }]),
      words: text,
      attachments: writeJson(attachments),
    })
    await addReply(caller, conversationId, serviceId)
  }

  async function admit(caller: InternalCaller): Promise<void> {
    const { id } = caller.identity.account
    replies.checkRoom(id)
    await limits.take(id)
  }

  async function decide(caller: InternalCaller, callId: string, status: 'running' | 'refused'): Promise<ToolCall> {
    const { account } = caller.identity
    const row = await findCall(account.id, callId)
    const message = await store.message(row.messageId)
    if (message?.status !== 'waiting') throw fail('tool-call.decided')
    const service = await serviceOf(message.serviceId ?? undefined)
    const decision = { status, decidedBy: account.username, decidedAt: clock.time(), result: '' }
    if (!(await store.decideCall(callId, decision))) throw fail('tool-call.decided')
    needs.log.info({ call: callId, tool: row.tool, by: account.username, status }, 'a call was decided on')
    const isWaiting = (await store.callsOfMessage(row.messageId)).some((call) => call.status === 'waiting')
    changed(row.conversationId)
    if (!isWaiting) {
      await store.updateMessage(row.messageId, { status: 'writing' })
      await store.updateConversation(row.conversationId, { status: 'writing' })
      const { conversationId, messageId } = row
      database.afterCommit(() => replies.begin({ conversationId, messageId, caller, service }))
    }
    return toolCallOf({ ...row, ...decision })
  }

  return {
    knownSecrets,

    async state(accountId: string) {
      const chats = await services.ofKind('chat')
      return {
        services: chats.map(({ id, name, settings }) => ({ id, name, model: settings.model })),
        messagesPerHour,
        messagesLeft: await limits.left(accountId),
        tools: assistantTools.map(({ name, title, writes }) => ({ name, title, writes })),
      }
    },

    async list(accountId: string, query: PageQuery & { search?: string | undefined }): Promise<Page<Conversation>> {
      const page = await store.page(accountId, query)
      return { ...page, items: page.items.map(conversationOf) }
    },

    async get(accountId: string, conversationId: string): Promise<Conversation & { messages: Message[] }> {
      const row = await find(accountId, conversationId)
      const calls = await store.callsOf(conversationId)
      const messages = (await store.messages(conversationId)).map((one) => messageOf(one, calls))
      return { ...conversationOf(row), messages }
    },

    async message(accountId: string, messageId: string): Promise<Message> {
      const row = await findMessage(accountId, messageId)
      return messageOf(row, await store.callsOfMessage(messageId))
    },

    async sent(accountId: string, messageId: string): Promise<SentRequest | null> {
      const { sent } = await findMessage(accountId, messageId)
      return sent === null ? null : readJson(sent)
    },

    async call(accountId: string, callId: string): Promise<ToolCall> {
      return toolCallOf(await findCall(accountId, callId))
    },

    async start(caller: InternalCaller, draft: Draft): Promise<Conversation> {
      const { id: accountId } = caller.identity.account
      await serviceOf(draft.serviceId)
      if ((await store.countConversations(accountId)) >= maxConversations)
        throw fail('assistant.too-many-conversations', { most: maxConversations })
      await admit(caller)
      const now = clock.time()
      const title = titleOf(draft)
      const row: ConversationRow = { id: newId(), accountId, title, status: 'writing', createdAt: now, updatedAt: now }
      await store.addConversation(row)
      await addQuestion(caller, row.id, draft)
      return conversationOf(row)
    },

    async send(
      caller: InternalCaller,
      conversationId: string,
      { replaces, ...draft }: Draft & { replaces?: string | undefined },
    ): Promise<Conversation> {
      const { id: accountId } = caller.identity.account
      const { title } = await find(accountId, conversationId)
      replies.checkIdle(conversationId)
      await serviceOf(draft.serviceId)
      await admit(caller)
      if (replaces === undefined) await passOverWaiting(conversationId)
      else {
        const replaced = await findMessage(accountId, replaces)
        if (replaced.conversationId !== conversationId) throw fail('message.not-found')
        if (replaced.role !== 'user') throw fail('message.not-editable')
        await store.removeMessagesFrom(conversationId, replaced.number)
        const isFirst = replaced.number === 1
        await store.updateConversation(conversationId, { title: isFirst ? titleOf(draft) : title })
      }
      await addQuestion(caller, conversationId, draft)
      return conversationOf(await find(accountId, conversationId))
    },

    async regenerate(
      caller: InternalCaller,
      conversationId: string,
      serviceId: string | undefined,
    ): Promise<Conversation> {
      const { id: accountId } = caller.identity.account
      await find(accountId, conversationId)
      replies.checkIdle(conversationId)
      await serviceOf(serviceId)
      const question = (await store.messages(conversationId)).findLast(({ role }) => role === 'user')
      if (question === undefined) throw fail('assistant.nothing-to-regenerate')
      await admit(caller)
      await store.removeMessagesFrom(conversationId, question.number + 1)
      await addReply(caller, conversationId, serviceId)
      return conversationOf(await find(accountId, conversationId))
    },

    async stop(accountId: string, conversationId: string): Promise<Conversation> {
      await find(accountId, conversationId)
      await replies.stop(conversationId)
      return conversationOf(await find(accountId, conversationId))
    },

    async remove(accountId: string, conversationId: string): Promise<void> {
      await find(accountId, conversationId)
      await replies.stop(conversationId)
      await database.transaction(() => store.removeConversation(conversationId))
      changed(conversationId)
    },

    approve: (caller: InternalCaller, callId: string) => decide(caller, callId, 'running'),
    refuse: (caller: InternalCaller, callId: string) => decide(caller, callId, 'refused'),
  }
}

const titleOf = ({ text }: Pick<Draft, 'text'>) => text.replaceAll(/\s+/g, ' ').slice(0, maxTitleLength)
