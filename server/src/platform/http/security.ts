import type { FastifyInstance } from 'fastify'

/**
 * Nothing but this server's own files runs or loads. `blob:` is for workers and pictures made in the page, `data:` for
 * small pictures, `wasm-unsafe-eval` for onnxruntime-web, inline styles for the component library's own style sheets.
 */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self' blob: data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

/** Of every answer. No HSTS and no upgrade: the server speaks plain HTTP, and a proxy before it decides. */
const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', contentPolicy],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['X-XSS-Protection', '0'],
]

export function addSecurityHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of securityHeaders) raw.setHeader(name, value)
    done()
  })
}
