import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Characters per streamed part. */
const partLength = 40

interface ChatRequest {
  readonly model: string
  readonly messages: readonly { readonly content: unknown }[]
}

interface Writing {
  /** The reply, and the number of characters after which it waits for `finishReply`. */
  readonly reply: string
  readonly pauseAfter: number
}

export interface ModelsService {
  readonly address: string
  finishReply(): void
  stop(): Promise<void>
}

/**
 * OpenAI-compatible chat models on a free port: `writer` streams its reply, `judge` scores images by the given criteria, and
 * `moody` does too, but refuses every third image.
 */
export async function startModels({ reply, pauseAfter }: Writing): Promise<ModelsService> {
  let images = 0
  const pause = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const chat = JSON.parse(body) as ChatRequest
      if (chat.model === 'writer') return stream(response, reply, pauseAfter, pause.promise)
      images += chat.model === 'moody' ? 1 : 0
      const isRefused = chat.model === 'moody' && images % 3 === 0
      response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isRefused ? { error: { message: 'not in the mood' } } : judgementOf(chat)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    finishReply: () => pause.resolve(),
    async stop() {
      pause.resolve()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function stream(
  response: ServerResponse,
  reply: string,
  pauseAfter: number,
  pause: Promise<void>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let at = 0; at < reply.length; at += partLength) {
    if (at >= pauseAfter) await pause
    const content = reply.slice(at, at + partLength)
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
  }
  response.end('data: [DONE]\n\n')
}

function judgementOf({ model, messages }: ChatRequest): object {
  const keys = [...String(messages[0]?.content).matchAll(/^- "([^"]+)"/gm)].map(([, key]) => key ?? '')
  const score = model === 'judge' ? 80 : 60
  const content = JSON.stringify(Object.fromEntries(keys.map((key) => [key, { score, reason: `${model} says so` }])))
  return {
    choices: [{ message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 900, completion_tokens: 60 },
  }
}
