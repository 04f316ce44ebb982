import { setTimeout as wait } from 'node:timers/promises'
import { startFake, type FakeService, type ReceivedRequest, type Request } from './fake-service.ts'

/** What a model says to a request: its text, or the bare answer of the server. */
export type ChatMessage = string | ReceivedRequest

interface ChatBody {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly response_format?: { readonly type: string }
}

export interface FakeChat extends FakeService {
  /** The requests for an answer, as they came. */
  readonly chats: ChatBody[]
}

/** Characters of one part of a stream, and milliseconds between two. */
interface Pace {
  readonly part?: number
  readonly every?: number
}

/**
 * A chat service that speaks as OpenAI's does and streams where that is asked for. `respond` says what the model says to
 * the request with this number, from 0 on.
 */
export async function startFakeChat(
  respond: (body: ChatBody, number: number) => ChatMessage,
  { part = 24, every = 0 }: Pace = {},
): Promise<FakeChat> {
  const chats: ChatBody[] = []
  const fake = await startFake((request: Request) => {
    if (request.path === '/v1/models') return { body: { object: 'list', data: [{ id: 'small', object: 'model' }] } }
    if (request.path !== '/v1/chat/completions') return { status: 404, body: '404 page not found' }
    const body = JSON.parse(request.body) as ChatBody
    chats.push(body)
    const content = respond(body, chats.length - 1)
    if (typeof content !== 'string') return content
    if (body.stream !== true) {
      const message = { role: 'assistant', content }
      return { body: { choices: [{ index: 0, message, finish_reason: 'stop' }], usage } }
    }
    return { headers: { 'content-type': 'text/event-stream' }, body: streamOf(content, part, every) }
  })
  return { ...fake, chats }
}

const usage = { prompt_tokens: 120, completion_tokens: 80, total_tokens: 200 }

async function* streamOf(text: string, part: number, every: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += part) {
    if (every > 0) await wait(every)
    yield eventOf({ choices: [{ index: 0, delta: { content: text.slice(at, at + part) } }] })
  }
  yield eventOf({ choices: [], usage })
  yield 'data: [DONE]\n\n'
}

const eventOf = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
