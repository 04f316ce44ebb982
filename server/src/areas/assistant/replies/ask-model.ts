import type { SentRequest } from '@vermilion/contract/assistant/messages'
import { ChatFailed, type ChatReply, completeChat, type UsableService, withoutThoughts } from '#areas/settings'
import type { Tool } from '../tools/tool.ts'
import { withoutSecrets, type ChatMessage } from './history.ts'

const callTimeoutMs = 300_000
const maxReplyCharacters = 32_000

interface ModelQuestion {
  readonly service: UsableService<'chat'>
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly Tool[]
  readonly knownSecrets: readonly string[]
  readonly signal: AbortSignal
  onText(text: string): void
  onSent(sent: SentRequest): Promise<void>
}

const withoutTools = new Set<string>()

export async function askModel(question: ModelQuestion): Promise<ChatReply> {
  const { url, model } = question.service.settings
  const service = `${url} ${model}`
  if (withoutTools.has(service)) return ask(question, [])
  try {
    return await ask(question, question.tools)
  } catch (error) {
    const isRefused = error instanceof ChatFailed && (error.status === 400 || error.status === 422)
    if (!isRefused) throw error
    const reply = await ask(question, [])
    withoutTools.add(service)
    return reply
  }
}

async function ask(question: ModelQuestion, tools: readonly Tool[]): Promise<ChatReply> {
  const { service, knownSecrets, signal, onText, onSent } = question
  const { messages, redactions } = withoutSecrets(question.messages, knownSecrets)
  await onSent({
    service: service.name,
    address: service.settings.url,
    model: service.settings.model,
    messages: messages.map(({ role, content, tool_calls: calls = [] }) => ({
      role,
      content: [content, ...calls.map((call) => `${call.function.name}(${call.function.arguments})`)]
        .filter(Boolean)
        .join('\n'),
    })),
    tools: tools.map(({ name }) => name),
    redactions,
  })
  let text = ''
  const body = {
    messages,
    ...(tools.length === 0 ? {} : { tools: tools.map(definitionOf), tool_choice: 'auto' }),
  }
  const reply = await completeChat(service.settings, body, {
    signal,
    timeout: callTimeoutMs,
    counted() {
      text = ''
    },
    onText(part) {
      text += part
      onText(withoutThoughts(text).trimStart())
      return text.length > maxReplyCharacters
    },
  })
  return { ...reply, text: withoutThoughts(reply.text.slice(0, maxReplyCharacters)).trimStart() }
}

const definitionOf = ({ name, description, schema }: Tool) => ({
  type: 'function',
  function: { name, description, parameters: schema() },
})
