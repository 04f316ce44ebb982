import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { boundedList } from '../services/calls/bounded.ts'
import { linesOf } from '#platform/content-parts'
import { readJsonText } from '../services/calls/reply.ts'
import { receivedParts } from '../services/calls/request.ts'
import { TestFailed } from '../services/calls/test-failed.ts'

/** Milliseconds without a byte after which a service is given up. */
const maxSilenceMs = 180_000
const maxShownCharacters = 300

export interface ChatReply {
  readonly text: string
  /** As the model wrote them, unvalidated. */
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
  /** True when the model ended by itself; otherwise it was cut off, or nothing more was wanted. */
  readonly isComplete: boolean
  /** Null when the service does not report it. */
  readonly usage: NonNullable<z.output<typeof tokenUsage>> | null
}

const tokens = z.number().int().min(0).catch(0)
export const tokenUsage = z
  .object({ prompt_tokens: tokens, completion_tokens: tokens })
  .transform((usage) => ({ promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens }))
  .nullish()
  .catch(null)
const toolCallPart = z.object({
  index: z.number().int().min(0).max(63).nullish(),
  id: z.string().max(200).nullish(),
  function: z.object({ name: z.string().max(200).nullish(), arguments: z.string().nullish() }).nullish(),
})
const chunk = z.object({
  choices: boundedList(
    z.object({
      delta: z
        .object({ content: z.string().nullish(), tool_calls: boundedList(toolCallPart).nullish().catch(null) })
        .nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: tokenUsage,
})
const errorInStream = z.object({ error: z.object({ message: z.string() }) })

/**
 * Ends when `onText` wants no more. Server-sent events: lines `data: {…}`, the last `data: [DONE]`
 * (https://platform.openai.com/docs/api-reference/chat-streaming). Throws `TestFailed`.
 */
export async function readChatStream(stream: IncomingMessage, onText: (part: string) => boolean): Promise<ChatReply> {
  let text = ''
  let usage: ChatReply['usage'] = null
  let isChat = false
  let isComplete = false
  let isCut = false
  const toolCalls = createToolCalls()
  stream.setTimeout(maxSilenceMs, () =>
    stream.destroy(new TestFailed('timeout', { seconds: String(maxSilenceMs / 1_000) })),
  )
  for await (const line of linesOf(receivedParts(stream, 'chat'))) {
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') {
      isComplete = true
      break
    }
    const parsed = chunk.safeParse(readJsonText(data))
    if (!parsed.success) throw notChat(data)
    isChat = true
    usage = parsed.data.usage ?? usage
    const choice = parsed.data.choices[0]
    // A model that reached its limit has not ended by itself.
    if (choice?.finish_reason === 'length') isCut = true
    else if (typeof choice?.finish_reason === 'string') isComplete = true
    for (const call of choice?.delta?.tool_calls ?? []) toolCalls.add(call)
    const part = choice?.delta?.content ?? ''
    text += part
    if (part !== '' && onText(part)) break
  }
  if (!isChat) throw notChat('')
  return { text, toolCalls: isCut ? [] : toolCalls.all(), isComplete: isComplete && !isCut, usage }
}

function createToolCalls() {
  const calls: { id: string; name: string; arguments: string }[] = []
  return {
    add({ index, id, function: called }: z.output<typeof toolCallPart>): void {
      const isNew = index === null || index === undefined ? (id ?? '') !== '' && calls.at(-1)?.id !== id : false
      const at = isNew ? calls.length : (index ?? Math.max(0, calls.length - 1))
      while (calls.length <= at) calls.push({ id: '', name: '', arguments: '' })
      const call = calls[at]
      if (call === undefined) return
      if ((id ?? '') !== '') call.id = id ?? ''
      call.name += called?.name ?? ''
      call.arguments += called?.arguments ?? ''
    },
    all: () => calls.filter(({ name, id }) => name !== '' || id !== ''),
  }
}

function notChat(data: string): TestFailed {
  const parsed = errorInStream.safeParse(readJsonText(data))
  if (parsed.success)
    return new TestFailed('failed', { status: '200', said: parsed.data.error.message.slice(0, maxShownCharacters) })
  return new TestFailed('not-openai', { status: '200', said: data.slice(0, maxShownCharacters) || '--' })
}
