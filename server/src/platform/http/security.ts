import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * Only this server's own files run or load. `blob:` is for workers and pictures made in the page, `data:` for small pictures,
 * `wasm-unsafe-eval` for onnxruntime-web, inline styles for the component library. No HSTS and no upgrade: the server speaks
 * plain HTTP, and a proxy before it decides.
 */
const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      workerSrc: ["'self'", 'blob:'],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", 'blob:', 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  originAgentCluster: false,
})

/** helmet's headers, computed once since none depends on the request. */
export const securityHeaders: readonly (readonly [name: string, value: string])[] = readHeaders()

function readHeaders(): readonly (readonly [name: string, value: string])[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, (problem) => {
    if (problem instanceof Error) throw problem
  })
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}

const policyName = 'content-security-policy'

/** The source is what the console, too, may load videos from, and send uploads to. */
export function addSecurityHeaders(server: FastifyInstance, storeSource: () => string | null): void {
  server.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of securityHeaders) raw.setHeader(name, value)
    const source = storeSource()
    if (source !== null) {
      const policy = String(raw.getHeader(policyName))
      raw.setHeader(policyName, policy.replaceAll(/(?<=(?:media|connect)-src) /g, ` ${source} `))
    }
    done()
  })
}

const json = /^application\/(?:[\w.-]+\+)?json\b/

/** Adds the request id, and keeps API responses out of caches. */
export function addResponseHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('cache-control') && json.test(String(reply.getHeader('content-type'))))
      reply.header('cache-control', 'no-store')
    done()
  })
}
