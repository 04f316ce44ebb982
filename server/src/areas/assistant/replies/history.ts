import { readJson } from '#platform/database/columns'
import { redact } from '../redaction/redact.ts'
import type { MessageRow, ToolCallRow } from '../store.ts'
import { shorten } from '../tools/present.ts'
import { markData } from './mark-data.ts'

/** Maximum characters of a conversation, and of an earlier result. */
const maxSentCharacters = 120_000
const maxEarlierCharacters = 1_500

interface CalledTool {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly tool_calls?: readonly CalledTool[]
  readonly tool_call_id?: string
}

export function historyOf(rows: readonly MessageRow[], calls: readonly ToolCallRow[]): ChatMessage[] {
  const last = rows.at(-1)
  const turns = rows.map((row) =>
    row.role === 'user' ? [personMessage(row)] : replyMessages(row, calls, row === last),
  )
  let size = 0
  const turnsSent: ChatMessage[][] = []
  for (const turn of turns.toReversed()) {
    size += turn.reduce((sum, { content }) => sum + content.length, 0)
    // The present question is always sent, and no reply without its question.
    if (turnsSent.length >= 2 && size > maxSentCharacters) break
    turnsSent.unshift(turn)
  }
  return turnsSent.flat()
}

const textOf = (row: MessageRow) =>
  readJson(row.parts)
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('')

function personMessage(row: MessageRow): ChatMessage {
  return { role: 'user', content: [row.attached ?? '', textOf(row)].filter(Boolean).join('\n\n') }
}

function replyMessages(row: MessageRow, calls: readonly ToolCallRow[], isLast: boolean): ChatMessage[] {
  const messages: ChatMessage[] = []
  let text = ''
  let called: ToolCallRow[] = []
  const flush = () => {
    if (text === '' && called.length === 0) return
    messages.push({
      role: 'assistant',
      content: text,
      ...(called.length === 0 ? {} : { tool_calls: called.map(calledTool) }),
    })
    for (const call of called) messages.push(resultMessage(call, isLast))
    text = ''
    called = []
  }
  for (const part of readJson(row.parts)) {
    if (part.kind === 'text') {
      if (called.length > 0) flush()
      text += part.text
    } else {
      const call = calls.find(({ id }) => id === part.callId)
      if (call !== undefined) called.push(call)
    }
  }
  flush()
  return messages
}

const calledTool = (call: ToolCallRow): CalledTool => ({
  id: call.id,
  type: 'function',
  function: { name: call.tool, arguments: call.arguments },
})

const decisions: Readonly<Partial<Record<ToolCallRow['status'], string>>> = {
  refused: 'The person did not approve this. Do not ask for it again unless the person wants it.',
  waiting: 'This waits for approval. It was not done.',
  running: 'This has not ended yet.',
}

function resultMessage(call: ToolCallRow, isLast: boolean): ChatMessage {
  const result = isLast ? call.result : shorten(call.result, maxEarlierCharacters)
  const content = decisions[call.status] ?? markData(`${call.tool} (${call.status})`, result)
  return { role: 'tool', tool_call_id: call.id, content }
}

/** The only way out: redacts secrets in all messages. */
export function withoutSecrets(
  messages: readonly ChatMessage[],
  secrets: readonly string[],
): { messages: ChatMessage[]; redactions: number } {
  let redactions = 0
  const strike = (text: string) => {
    const result = redact(text, secrets)
    redactions += result.count
    return result.text
  }
  const cleaned = messages.map((message) => ({
    ...message,
    content: strike(message.content),
    ...(message.tool_calls === undefined
      ? {}
      : {
          tool_calls: message.tool_calls.map((call) => ({
            ...call,
            function: { ...call.function, arguments: strike(call.function.arguments) },
          })),
        }),
  }))
  return { messages: cleaned, redactions }
}
