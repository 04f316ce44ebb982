import { setTimeout as wait } from 'node:timers/promises'
import { startFake, type FakeService, type ReceivedRequest, type Request } from './fake-service.ts'

/** Tool calls of a model; arguments given as text are sent unchanged, even malformed. */
export interface CallMessage {
  readonly text?: string
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[]
}

export type ChatMessage = string | CallMessage | ReceivedRequest

interface ChatBody {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly response_format?: { readonly type: string }
}

export interface FakeChat extends FakeService {
  readonly chats: ChatBody[]
}

/** Characters of one part of a stream, and milliseconds between two. */
interface Pace {
  readonly part?: number
  readonly every?: number
}

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
    const message: CallMessage = typeof content === 'string' ? { text: content, calls: [] } : (content as CallMessage)
    if (message.calls === undefined) return content as ReceivedRequest
    if (body.stream !== true) {
      const bare = { role: 'assistant', content: message.text ?? null, ...bareCalls(message) }
      return { body: { choices: [{ index: 0, message: bare, finish_reason: 'stop' }], usage } }
    }
    return { headers: { 'content-type': 'text/event-stream' }, body: streamOf(message, part, every) }
  })
  return { ...fake, chats }
}

const usage = { prompt_tokens: 120, completion_tokens: 80, total_tokens: 200 }

const argumentsOf = (input: unknown) => (typeof input === 'string' ? input : JSON.stringify(input))

const bareCalls = ({ calls }: CallMessage) =>
  calls.length === 0
    ? {}
    : {
        tool_calls: calls.map(({ name, arguments: input }, index) => ({
          id: `call_${index}`,
          type: 'function',
          function: { name, arguments: argumentsOf(input) },
        })),
      }

async function* streamOf({ text = '', calls }: CallMessage, part: number, every: number): AsyncGenerator<string> {
  const delta = (content: object) => eventOf({ choices: [{ index: 0, delta: content, finish_reason: null }] })
  for (let at = 0; at < text.length; at += part) {
    if (every > 0) await wait(every)
    yield delta({ content: text.slice(at, at + part) })
  }
  for (const [index, { name, arguments: input }] of calls.entries()) {
    const encoded = argumentsOf(input)
    yield delta({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] })
    for (let at = 0; at < encoded.length; at += part) {
      yield delta({ tool_calls: [{ index, function: { arguments: encoded.slice(at, at + part) } }] })
    }
  }
  const reason = calls.length > 0 ? 'tool_calls' : 'stop'
  yield eventOf({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
  yield eventOf({ choices: [], usage })
  yield 'data: [DONE]\n\n'
}

const eventOf = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
