import { startFake, type Request, type FakeService, type ReceivedRequest } from './fake-service.ts'

interface OpenAi {
  readonly key?: string
  readonly models?: readonly string[]
  readonly sees?: boolean
  readonly reply?: string
}

export function startFakeOpenAi(options: OpenAi = {}): Promise<FakeService> {
  return startFake((request) => respond(options, request))
}

function respond(
  { key, models = ['small', 'large'], sees = true, reply = 'ready' }: OpenAi,
  request: Request,
): ReceivedRequest {
  if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
    const input = request.headers.authorization?.slice('Bearer '.length) ?? ''
    return refused(401, input === '' ? 'You did not provide an API key.' : `Incorrect API key provided: ${input}.`)
  }
  if (request.path === '/v1/models')
    return { body: { object: 'list', data: models.map((id) => ({ id, object: 'model' })) } }
  const body = JSON.parse(request.body || '{}') as { model?: string; messages?: { content: unknown }[] }
  if (!models.includes(body.model ?? '')) return refused(404, `The model \`${body.model}\` does not exist`)
  if (request.path === '/v1/embeddings') {
    const embedding = Array.from({ length: 384 }, (_, index) => index / 384)
    return { body: { object: 'list', data: [0, 1].map((index) => ({ object: 'embedding', index, embedding })) } }
  }
  if (request.path !== '/v1/chat/completions') return { status: 404, body: '404 page not found' }
  const isImage = Array.isArray(body.messages?.[0]?.content)
  if (isImage && !sees) return refused(400, 'This model does not support image input.')
  const message = { role: 'assistant', content: isImage ? 'Red' : reply }
  return {
    body: { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] },
  }
}

function refused(status: number, message: string): ReceivedRequest {
  return { status, body: { error: { message, type: 'invalid_request_error', code: null } } }
}
