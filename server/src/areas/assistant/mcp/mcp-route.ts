import { parseLanguage } from '@vermilion/contract/kernel/text'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate, type Authenticator } from '#platform/http/authentication'
import { endWithCredential } from '#platform/http/end-with-credential'
import type { InternalCall } from '#platform/http/internal-calls'
import { languageHeader } from '#platform/http/language'

interface McpRouteNeeds {
  readonly authenticator: Authenticator
  readonly basePath: string
  readonly version: string
  readonly internalCall: InternalCall
  knownSecrets(): Promise<string[]>
}

/** Serves the tools at `/mcp` to holders of access tokens. The protocol library is loaded on first use. */
export function serveMcp(server: FastifyInstance, needs: McpRouteNeeds): void {
  const { authenticator, basePath } = needs
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: `${basePath}/mcp`,
    compress: false,
    async onRequest(request) {
      request.identity = await authenticate(authenticator, request, false)
    },
    async handler(request, reply) {
      if (request.identity !== undefined) await authenticator.confirm(request.identity)
      endWithCredential(authenticator, request, reply)
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort())
      return reply.send(await respond(request, needs, closed.signal))
    },
  })
}

async function respond(request: FastifyRequest, needs: McpRouteNeeds, signal: AbortSignal): Promise<Response> {
  const { identity } = request
  if (identity === undefined) return new Response(null, { status: 401 })
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ])
  const { scope } = identity.credential
  const caller = { identity, language: parseLanguage(languageHeader(request) ?? 'en') }
  const handler = createMcpHandler(() =>
    createMcpServer({ ...needs, scope, call: (endpoint, input) => needs.internalCall(caller, endpoint, input) }),
  )
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  headers.delete('content-length')
  const bare = new Request(`http://localhost${request.url}`, {
    method: request.method,
    headers,
    signal,
    ...(request.method === 'POST' ? { body: JSON.stringify(request.body) } : {}),
  })
  return handler.fetch(bare, { parsedBody: request.body })
}
