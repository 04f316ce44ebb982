import { setTimeout as wait } from 'node:timers/promises'
import { serviceFailures } from '@vermilion/contract/services/failures'
import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'
import { z } from 'zod'
import { boundedList } from '../services/calls/bounded.ts'
import { ask, openReply, read, type Reply } from '../services/calls/request.ts'
import { bearer, isSuccess, readJsonText, statusFailure, valuesOf } from '../services/calls/reply.ts'
import { connectionFailure, TestFailed } from '../services/calls/test-failed.ts'
import { type ChatReply, readChatStream, tokenUsage } from './chat-stream.ts'

/** Attempts at one call, milliseconds before the second (each wait doubles), and the longest wait. */
const maxTries = 4
const firstDelay = 500
const maxDelayMs = 60_000
const hidden = '***'

/** A failed call of a chat service, with a text for people. Never holds a secret. */
export class ChatFailed extends Error {
  readonly words: Text
  readonly status: number | null

  constructor(words: Text, status: number | null = null) {
    super(words.en)
    this.name = 'ChatFailed'
    this.words = words
    this.status = status
  }
}

interface ChatOptions {
  readonly signal: AbortSignal
  readonly timeout: number
  counted?(): void
  /** Streams the text: called with each part; true wants no more. */
  onText?(part: string): boolean
}

const part = z.object({ text: z.string().optional() })
const completion = z.object({
  choices: boundedList(
    z.object({
      message: z.object({
        content: z.union([z.string(), boundedList(part)]).nullish(),
        refusal: z.string().nullish(),
        tool_calls: boundedList(
          z.object({
            id: z.string().max(200).nullish(),
            function: z.object({ name: z.string().max(200), arguments: z.string() }),
          }),
        )
          .nullish()
          .catch(null),
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: tokenUsage,
})

/**
 * `body` has no model. Temporary failures (no connection, 429, 5xx, timeout) are retried, as the service says or with growing
 * delays.
 */
export async function completeChat(
  settings: ServiceSettings<'chat'>,
  body: object,
  options: ChatOptions,
): Promise<ChatReply> {
  const { signal, counted } = options
  const stream = options.onText !== undefined
  const content = JSON.stringify({ ...body, model: settings.model, stream })
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted()
    counted?.()
    const outcome = await attempt(settings, content, options)
    // A model may repeat its input, and a gateway may have told it anything.
    if ('text' in outcome) return { ...outcome, text: withoutKey(outcome.text, settings.key) }
    const { status, delay } = outcome
    if (delay === undefined || tries >= maxTries) throw new ChatFailed(failureText(outcome, settings.key), status)
    await wait(Math.min(maxDelayMs, Math.max(delay, firstDelay * 2 ** (tries - 1))), undefined, { signal })
  }
}

interface FailedAttempt extends Pick<TestFailed, 'failure' | 'values'> {
  readonly status: number | null
  /** Least milliseconds before a retry; undefined when retrying is useless. */
  readonly delay: number | undefined
}

const passing: ReadonlySet<string> = new Set(['connection-refused', 'unreachable', 'closed', 'host-unknown'])

async function attempt(
  { url, key }: ServiceSettings<'chat'>,
  body: string,
  { signal, timeout, onText }: ChatOptions,
): Promise<ChatReply | FailedAttempt> {
  const late = AbortSignal.timeout(timeout)
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  try {
    const until = AbortSignal.any([signal, late])
    const question = { method: 'POST', url: `${url}/chat/completions`, headers, body, signal: until } as const
    if (onText !== undefined) return await attemptStream(question, onText, key)
    const reply = await ask(question)
    return isSuccess(reply) ? readCompletion(reply) : refusalOf(reply, key)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TestFailed)) throw error
    const isLate = late.aborted
    return {
      failure: isLate ? 'timeout' : error.failure,
      values: isLate ? { seconds: String(timeout / 1_000) } : error.values,
      status: null,
      delay: isLate || passing.has(error.failure) ? 0 : undefined,
    }
  }
}

async function attemptStream(
  question: Parameters<typeof openReply>[0],
  onText: (part: string) => boolean,
  key: string | null | undefined,
): Promise<ChatReply | FailedAttempt> {
  const { stream, status, headers } = await openReply({ ...question, headers: { ...question.headers, accept: '*/*' } })
  try {
    if (!isSuccess({ status })) {
      const text = (await read(stream, 'chat')).toString('utf8')
      return refusalOf({ status, headers, text }, key)
    }
    if (headers['content-type']?.includes('text/event-stream') === true) return await readChatStream(stream, onText)
    const outcome = readCompletion({ status, headers, text: (await read(stream, 'chat')).toString('utf8') })
    if ('text' in outcome) onText(outcome.text)
    return outcome
  } catch (error) {
    throw connectionFailure(error, new URL(question.url).host, question.signal)
  } finally {
    stream.destroy()
  }
}

function readCompletion(reply: Reply): ChatReply | FailedAttempt {
  const parsed = completion.safeParse(readJsonText(reply.text))
  const [first] = parsed.data?.choices ?? []
  if (first === undefined) {
    return { failure: 'not-openai', values: valuesOf(reply), status: reply.status, delay: undefined }
  }
  const { content, refusal, tool_calls: calls } = first.message
  const text = typeof content === 'string' ? content : (content ?? []).map((each) => each.text ?? '').join('')
  return {
    text: text === '' ? (refusal ?? '') : text,
    toolCalls: (calls ?? []).map((call) => ({ id: call.id ?? '', ...call.function })),
    isComplete: first.finish_reason !== 'length',
    usage: parsed.data?.usage ?? null,
  }
}

function refusalOf(reply: Reply, key: string | null | undefined): FailedAttempt {
  const { failure, values } = statusFailure(reply, (key ?? null) !== null)
  const { status, headers } = reply
  const mayPass = status === 429 || status === 408 || status >= 500
  return { failure, values, status, delay: mayPass ? delayOf(headers['retry-after']) : undefined }
}

/** Milliseconds of a `Retry-After` header: seconds or a date. */
function delayOf(header: string | undefined): number {
  if (header === undefined) return 0
  const milliseconds = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0
}

function failureText({ failure, values }: FailedAttempt, key: string | null | undefined): Text {
  const { en, zh } = sayInBoth(serviceFailures[failure], values)
  return { en: withoutKey(en, key), zh: withoutKey(zh, key) }
}

function withoutKey(text: string, key: string | null | undefined): string {
  return key === null || key === undefined || key === '' ? text : text.replaceAll(key, hidden)
}
