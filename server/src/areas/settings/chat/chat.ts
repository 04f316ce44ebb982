import { setTimeout as wait } from 'node:timers/promises'
import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import { say } from '@vermilion/contract/kernel/text'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { bearer, describe, isSuccess, statusFailure } from '../services/calls/reply.ts'
import { openReply, type OpenReply, read } from '../services/calls/request.ts'
import { TestFailed } from '../services/calls/test-failed.ts'
import { type ChatReply, readChatStream } from './chat-stream.ts'

/** Bytes of an answer. A model that never ends is cut off here. */
const longestAnswer = 4 * 1_048_576
const mostTries = 4
/** Milliseconds before the second try, where the service names none; each wait is twice the last. */
const firstDelay = 1_000
const longestDelay = 60_000
/** Milliseconds without a byte after which a service is given up. */
const silence = 180_000

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly object[]
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /** JSON Schema that the answer is to fit, with a name for it. */
  readonly schema?: { readonly name: string; readonly schema: object }
  readonly signal: AbortSignal
  /** The text so far is in another part; what answers true wants no more of it. */
  onText?(part: string): boolean
}

/** A chat service did not answer; in words that say why, with what it said. Never holds its key. */
export class ChatFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ChatFailed'
  }
}

type ChatSettings = ServiceSettings<'chat'>

/** How the wish for JSON is said, from the strictest to none. Services refuse what they do not know. */
const formats = ['json_schema', 'json_object', 'none'] as const

/**
 * Calls a chat service that speaks as OpenAI's does, with its answer as it streams. Waits and asks again where it is
 * busy (429, 5xx), as long as Retry-After says. Fails as `ChatFailed`.
 */
export async function completeChat(settings: ChatSettings, request: ChatRequest): Promise<ChatReply> {
  try {
    return await askInFormats(settings, request)
  } catch (error) {
    request.signal.throwIfAborted()
    throw withoutKey(failureOf(error), settings.key)
  }
}

async function askInFormats(settings: ChatSettings, request: ChatRequest): Promise<ChatReply> {
  for (const format of request.schema === undefined ? (['none'] as const) : formats) {
    const reply = await askPatiently(settings, bodyOf(settings, request, format), request.signal)
    if (isSuccess(reply)) return readReply(reply, request)
    const { status, headers } = reply
    const text = (await read(reply.stream, 'chat').catch(() => Buffer.alloc(0))).toString('utf8')
    const isRefused = status === 400 || status === 422
    if (!isRefused || format === 'none') throw statusFailure({ status, headers, text }, (settings.key ?? null) !== null)
  }
  throw new ChatFailed('the service took no request')
}

function bodyOf({ model }: ChatSettings, { messages, schema }: ChatRequest, format: (typeof formats)[number]): string {
  const preference =
    format === 'json_schema' && schema !== undefined
      ? { response_format: { type: format, json_schema: { ...schema, strict: true } } }
      : format === 'json_object'
        ? { response_format: { type: format } }
        : {}
  return JSON.stringify({ model, messages, stream: true, ...preference })
}

async function askPatiently(settings: ChatSettings, body: string, signal: AbortSignal): Promise<OpenReply> {
  const headers = { ...bearer(settings.key), 'content-type': 'application/json', accept: '*/*' }
  for (let tries = 1; ; tries += 1) {
    const reply = await openReply({
      method: 'POST',
      url: `${settings.url}/chat/completions`,
      headers,
      body,
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted || tries >= mostTries) throw error
      return undefined
    })
    const isBusy = reply === undefined || reply.status === 429 || reply.status >= 500
    if (reply !== undefined && (!isBusy || tries >= mostTries)) return reply
    reply?.stream.destroy()
    await wait(delayOf(reply, tries), undefined, { signal })
  }
}

function delayOf(reply: OpenReply | undefined, tries: number): number {
  const seconds = Number(reply?.headers['retry-after'])
  const delay = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : firstDelay * 2 ** (tries - 1)
  return Math.min(delay, longestDelay)
}

async function readReply({ stream, headers, status }: OpenReply, request: ChatRequest): Promise<ChatReply> {
  stream.setTimeout(silence, () => stream.destroy(new ChatFailed(`nothing came for ${silence / 1_000} s`)))
  try {
    const isStream = headers['content-type']?.includes('text/event-stream') === true
    const reply = await readChatStream(stream, { ...request, isStream, longestAnswer })
    if (reply !== undefined) return reply
  } finally {
    stream.destroy()
  }
  throw new TestFailed('not-openai', { status: String(status), said: describe({ status, headers, text: '' }) })
}

function failureOf(error: unknown): ChatFailed {
  if (error instanceof ChatFailed) return error
  if (error instanceof TestFailed) return new ChatFailed(say(serviceFailures[error.failure], 'en-US', error.values))
  return new ChatFailed(error instanceof Error ? error.message : String(error))
}

/** Services repeat a key that they refuse. */
function withoutKey(failure: ChatFailed, key: string | null | undefined): ChatFailed {
  return key ? new ChatFailed(failure.message.replaceAll(key, '***')) : failure
}
