import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { readJsonText } from '../services/calls/reply.ts'

export interface ChatReply {
  readonly text: string
  readonly tokens: { readonly prompt: number; readonly completion: number } | null
}

interface Reading {
  /** Whether the answer comes as server-sent events, not as one document. */
  readonly isStream: boolean
  /** Bytes. */
  readonly longestAnswer: number
  onText?(part: string): boolean
}

const usage = z
  .object({ prompt_tokens: z.number(), completion_tokens: z.number() })
  .transform((tokens) => ({ prompt: tokens.prompt_tokens, completion: tokens.completion_tokens }))
  .nullish()
  .catch(null)

const content = z.object({ content: z.string().nullish() })
const completion = z.object({ choices: z.array(z.object({ message: content })).min(1), usage })
const chunk = z.object({ choices: z.array(z.object({ delta: content.optional() })), usage })

/**
 * Reads an answer of the chat completions API; undefined for one that is none. Server-sent events: lines `data: {…}`,
 * the last `data: [DONE]` (https://platform.openai.com/docs/api-reference/chat-streaming).
 */
export async function readChatStream(stream: IncomingMessage, reading: Reading): Promise<ChatReply | undefined> {
  let text = ''
  let tokens: ChatReply['tokens'] = null
  let isChat = false
  let document = ''
  for await (const line of linesOf(stream, reading.longestAnswer)) {
    if (!reading.isStream) {
      document += `${line}\n`
      continue
    }
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') break
    const parsed = chunk.safeParse(readJsonText(data))
    if (!parsed.success) throw new Error(messageOf(data) ?? 'the service sent what is no chat answer')
    isChat = true
    tokens = parsed.data.usage ?? tokens
    const part = parsed.data.choices[0]?.delta?.content ?? ''
    text += part
    if (part !== '' && reading.onText?.(part) === true) break
  }
  if (reading.isStream) return isChat ? { text, tokens } : undefined
  const parsed = completion.safeParse(readJsonText(document))
  if (!parsed.success) return undefined
  const reply = parsed.data.choices[0]?.message.content ?? ''
  reading.onText?.(reply)
  return { text: reply, tokens: parsed.data.usage ?? null }
}

/** An error in the middle of a stream. */
function messageOf(data: string): string | undefined {
  const parsed = z.object({ error: z.object({ message: z.string() }) }).safeParse(readJsonText(data))
  return parsed.success ? parsed.data.error.message.slice(0, 300) : undefined
}

async function* linesOf(stream: IncomingMessage, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > limit) throw new Error(`the answer is longer than ${limit / 1_048_576} MiB`)
    rest += decoder.decode(part, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}
