import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ChatService {
  readonly address: string
  /** Received Authorization headers, in order. */
  readonly authorizations: (string | undefined)[]
  stop(): Promise<void>
}

/** An OpenAI-compatible chat service below `/v1` on a free port with one model, which replies "ready". */
export async function startChatService({ key, model }: { key?: string; model: string }): Promise<ChatService> {
  const authorizations: (string | undefined)[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { authorization } = request.headers
      authorizations.push(authorization)
      const [status, replyBody] = answerTo(request.url ?? '', body, authorization)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(replyBody))
    })
  })

  function answerTo(path: string, body: string, authorization: string | undefined): [status: number, answer: object] {
    if (key !== undefined && authorization !== `Bearer ${key}`)
      return [401, { error: { message: `Incorrect API key provided: ${authorization?.slice('Bearer '.length)}.` } }]
    if (path === '/v1/models') return [200, { data: [{ id: model }] }]
    if (path !== '/v1/chat/completions') return [404, { error: { message: 'Not found' } }]
    const request = JSON.parse(body) as { model: string }
    if (request.model !== model) return [404, { error: { message: `The model ${request.model} does not exist` } }]
    return [200, { choices: [{ index: 0, message: { role: 'assistant', content: 'ready' } }] }]
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorizations,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
