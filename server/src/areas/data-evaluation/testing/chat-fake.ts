import { startFake, type FakeService, type ReceivedRequest } from '../../settings/testing/fake-service.ts'

export interface ChatQuestion {
  readonly width: number
  readonly height: number
  readonly criteria: readonly string[]
  readonly words: string
  readonly form: 'json_schema' | 'json_object' | 'words'
  readonly isRepair: boolean
  readonly earlier: number
}

interface ChatFakeOptions {
  readonly key?: string
  readonly respond?: (question: ChatQuestion) => number | ReceivedRequest
}

interface ChatRequest {
  readonly response_format?: { readonly type: 'json_schema' | 'json_object' }
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

interface Part {
  readonly text?: string
  readonly image_url?: { readonly url: string }
}

export const fakeUsage = { prompt_tokens: 1_200, completion_tokens: 80 }

export function startChatFake({ key, respond = () => 50 }: ChatFakeOptions = {}): Promise<FakeService> {
  const times = new Map<number, number>()
  return startFake((request) => {
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return { status: 401, body: { error: { message: 'Incorrect API key provided' } } }
    const question = questionOf(JSON.parse(request.body) as ChatRequest, times)
    const response = respond(question)
    return typeof response === 'number' ? completionOf(scoresOf(question.criteria, response)) : response
  })
}

export function completionOf(content: unknown): ReceivedRequest {
  const message = { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) }
  return { body: { id: 'chatcmpl-1', choices: [{ index: 0, message, finish_reason: 'stop' }], usage: fakeUsage } }
}

export function scoresOf(criteria: readonly string[], score: unknown): Record<string, unknown> {
  return Object.fromEntries(criteria.map((key) => [key, { score, reason: `because of ${key}` }]))
}

function questionOf({ messages, response_format: format }: ChatRequest, times: Map<number, number>): ChatQuestion {
  const [instruction, question] = messages
  const parts = question?.content as readonly Part[]
  const url = parts.find((part) => part.image_url !== undefined)?.image_url?.url ?? ''
  const { width, height } = jpegSize(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
  const earlier = times.get(width) ?? 0
  times.set(width, earlier + 1)
  return {
    width,
    height,
    criteria: [...String(instruction?.content).matchAll(/^- "([^"]+)"/gm)].map(([, name]) => name!),
    words: parts.map(({ text }) => text ?? '').join(''),
    form: format?.type ?? 'words',
    isRepair: messages.length > 2,
    earlier,
  }
}

function jpegSize(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker === 0xffc0 || marker === 0xffc2)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  throw new Error('the image is no JPEG')
}
