import type { Conversation } from '@vermilion/contract/assistant'
import type { Message, ToolCall } from '@vermilion/contract/assistant/messages'
import { readJson } from '#platform/database/columns'
import type { ConversationRow, MessageRow, ToolCallRow } from '../store.ts'
import { toolNamed } from '../tools/tools.ts'

const maxShown = 4_000

export const conversationOf = ({ accountId: _, ...row }: ConversationRow): Conversation => row

export function toolCallOf(row: ToolCallRow): ToolCall {
  const { conversationId: _conversation, accountId: _account, createdAt: _created, ...rest } = row
  const tool = toolNamed(row.tool)
  const input = readJson(row.arguments)
  const isFit = tool !== undefined && tool.problemOf(input) === null
  return {
    ...rest,
    title: tool?.title ?? { en: row.tool, zh: row.tool },
    writes: row.writes === 1,
    arguments: input,
    request: isFit ? tool.request(input) : null,
    form: isFit && row.status === 'done' ? (tool.form ?? null) : null,
    result: row.result.length > maxShown ? `${row.result.slice(0, maxShown)}…` : row.result,
    created: row.created && readJson(row.created),
  }
}

export function messageOf(row: MessageRow, calls: readonly ToolCallRow[]): Message {
  const { words: _words, attached: _attached, serviceId: _service, sent: _sent, requests: _requests, ...rest } = row
  return {
    ...rest,
    parts: readJson(row.parts).flatMap((part): Message['parts'] => {
      if (part.kind === 'text') return [part]
      const call = calls.find(({ id }) => id === part.callId)
      return call === undefined ? [] : [{ kind: 'call', call: toolCallOf(call) }]
    }),
    attachments: readJson(row.attachments),
    error: row.error && readJson(row.error),
  }
}
