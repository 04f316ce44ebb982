import { z } from 'zod'
import { count, id, text, time } from './kernel/fields.ts'
import { endpoint } from './kernel/endpoint.ts'
import { pageOf, pageQuery } from './kernel/page.ts'
import { message, messageDraft, messageStatuses, sentRequest, toolCall } from './assistant/messages.ts'

export const conversation = z.object({
  id,
  title: z.string(),
  status: z.enum(messageStatuses),
  createdAt: time,
  updatedAt: time,
})
export type Conversation = z.output<typeof conversation>

export const assistantState = z.object({
  services: z.array(z.object({ id, name: z.string(), model: z.string() })),
  messagesPerHour: count,
  messagesLeft: count,
  tools: z.array(z.object({ name: z.string(), title: text, writes: z.boolean() })),
})
export type AssistantState = z.output<typeof assistantState>

const draftErrors = ['assistant.no-service', 'assistant.limit', 'assistant.too-many-replies'] as const

/** Conversations are private to their owner. */
export const assistantEndpoints = {
  getAssistant: endpoint('GET', '/assistant', {
    summary: {
      en: 'What the assistant can be asked with: its chat services, its tools, and how many messages are left',
      zh: '助手可用的对话服务、工具和剩余消息数',
    },
    answer: assistantState,
  }),
  listConversations: endpoint('GET', '/conversations', {
    summary: {
      en: 'My conversations with the assistant, the latest first; searched in all that was said',
      zh: '我与助手的对话，最近的在前；可搜索全部内容',
    },
    query: pageQuery.extend({ search: z.string().max(200).optional() }),
    answer: pageOf(conversation),
  }),
  startConversation: endpoint('POST', '/conversations', {
    audited: false,
    summary: { en: 'Begin a conversation with its first message', zh: '发送第一条消息并开始对话' },
    body: messageDraft,
    bodyLimit: 2 * 1_048_576,
    answer: conversation,
    errors: [...draftErrors, 'assistant.too-many-conversations'],
  }),
  getConversation: endpoint('GET', '/conversations/:conversationId', {
    summary: { en: 'A conversation and all its messages', zh: '一个对话及其全部消息' },
    answer: conversation.extend({ messages: z.array(message) }),
    errors: ['conversation.not-found'],
  }),
  deleteConversation: endpoint('DELETE', '/conversations/:conversationId', {
    summary: { en: 'Delete a conversation', zh: '删除对话' },
    errors: ['conversation.not-found'],
  }),
  exportConversation: endpoint('GET', '/conversations/:conversationId/export', {
    summary: { en: 'A conversation as Markdown', zh: '以 Markdown 导出对话' },
    raw: 'text/markdown; charset=utf-8',
    errors: ['conversation.not-found'],
  }),
  sendMessage: endpoint('POST', '/conversations/:conversationId/messages', {
    audited: false,
    summary: {
      en: 'Send a message; the reply is written as a message of its own. With `replaces`, the message takes the place of an earlier one and of all after it',
      zh: '发送消息；回复为另一条消息。指定 replaces 时替换先前的消息及其之后的全部消息',
    },
    body: messageDraft.extend({ replaces: id.optional() }),
    bodyLimit: 2 * 1_048_576,
    answer: conversation,
    errors: [
      'conversation.not-found',
      'message.not-found',
      'message.not-editable',
      'assistant.replying',
      ...draftErrors,
    ],
  }),
  regenerateReply: endpoint('POST', '/conversations/:conversationId/regenerate', {
    audited: false,
    summary: { en: 'Have the last reply written anew', zh: '重新生成最后一条回复' },
    body: z.object({ serviceId: id.optional() }).prefault({}),
    answer: conversation,
    errors: ['conversation.not-found', 'assistant.replying', 'assistant.nothing-to-regenerate', ...draftErrors],
  }),
  stopReply: endpoint('POST', '/conversations/:conversationId/stop', {
    audited: false,
    summary: {
      en: 'Stop the reply that is being written; what has come stays',
      zh: '停止正在生成的回复，已生成的内容保留',
    },
    answer: conversation,
    errors: ['conversation.not-found'],
  }),
  getMessage: endpoint('GET', '/messages/:messageId', {
    summary: { en: 'A message, as far as it is written', zh: '一条消息（已生成的部分）' },
    answer: message,
    errors: ['message.not-found'],
  }),
  getSentRequest: endpoint('GET', '/messages/:messageId/sent', {
    summary: {
      en: 'What was sent to the chat service for a reply, with secrets struck out as they were; null where nothing was',
      zh: '为该回复发送给对话服务的内容（密钥已隐去）；未发送时为 null',
    },
    answer: sentRequest.nullable(),
    errors: ['message.not-found'],
  }),
  getToolCall: endpoint('GET', '/tool-calls/:callId', {
    summary: { en: 'A call that the assistant asked for', zh: '助手请求的一次调用' },
    answer: toolCall,
    errors: ['tool-call.not-found'],
  }),
  approveToolCall: endpoint('POST', '/tool-calls/:callId/approve', {
    summary: {
      en: 'Approve a call that changes something: it is made as the person who approves',
      zh: '批准一次会产生更改的调用，以批准者的身份执行',
    },
    sessionOnly: true,
    answer: toolCall,
    errors: ['tool-call.not-found', 'tool-call.decided'],
  }),
  refuseToolCall: endpoint('POST', '/tool-calls/:callId/refuse', {
    summary: { en: 'Refuse a call: the assistant is told, and goes on without', zh: '拒绝一次调用，助手会得知并继续' },
    sessionOnly: true,
    answer: toolCall,
    errors: ['tool-call.not-found', 'tool-call.decided'],
  }),
} as const
