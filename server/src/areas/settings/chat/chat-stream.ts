import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { boundedList } from '../services/calls/bounded.ts'
import { readJsonText } from '../services/calls/reply.ts'
import { TestFailed } from '../services/calls/test-failed.ts'

/** Bytes of an answer. A model that never ends is cut off here. */
const longestAnswer = 4 * 1_048_576
/** Milliseconds without a byte after which a service is given up. */
const longestSilence = 180_000
/** Characters of an error in a stream that are told. */
const toldAtMost = 300

export interface ChatReply {
  readonly text: string
  /** Null where the service does not say. */
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null
}

const tokens = z.number().int().min(0).catch(0)
const chunk = z.object({
  choices: boundedList(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
})
const errorInStream = z.object({ error: z.object({ message: z.string() }) })

/**
 * Reads a streamed answer of the chat completions API, until it ends or `onText` wants no more. Server-sent events: lines
 * `data: {…}`, the last `data: [DONE]` (https://platform.openai.com/docs/api-reference/chat-streaming). Throws
 * `TestFailed` for what is none.
 */
export async function readChatStream(stream: IncomingMessage, onText: (part: string) => boolean): Promise<ChatReply> {
  let text = ''
  let usage: ChatReply['usage'] = null
  let isChat = false
  stream.setTimeout(longestSilence, () =>
    stream.destroy(new TestFailed('timeout', { seconds: String(longestSilence / 1_000) })),
  )
  for await (const line of linesOf(stream)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') break
    const parsed = chunk.safeParse(readJsonText(data))
    if (!parsed.success) throw notChat(data)
    isChat = true
    const counted = parsed.data.usage ?? null
    usage =
      counted === null ? usage : { promptTokens: counted.prompt_tokens, completionTokens: counted.completion_tokens }
    const part = parsed.data.choices[0]?.delta?.content ?? ''
    text += part
    if (part !== '' && onText(part)) break
  }
  if (!isChat) throw notChat('')
  return { text, usage }
}

function notChat(data: string): TestFailed {
  const parsed = errorInStream.safeParse(readJsonText(data))
  if (parsed.success)
    return new TestFailed('failed', { status: '200', said: parsed.data.error.message.slice(0, toldAtMost) })
  return new TestFailed('not-openai', { status: '200', said: data.slice(0, toldAtMost) || '--' })
}

async function* linesOf(stream: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > longestAnswer)
      throw new TestFailed('too-large', { place: 'chat', limit: `${longestAnswer / 1_048_576} MiB` })
    rest += decoder.decode(part, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}
