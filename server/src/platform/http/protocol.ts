import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from './authentication.ts'
import { authenticate, refuseReader } from './authentication.ts'
import type { Identity } from './handler.ts'

/** Answers on `reply.raw` by itself; the request's body is still unread. */
export type ProtocolHandler = (caller: Identity, request: FastifyRequest, reply: FastifyReply) => Promise<void>

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
/** A header names another method where proxies let only some through. */
const isReading = ({ method, headers }: FastifyRequest) =>
  reading.has(method) && headers['x-http-method-override'] === undefined

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Mounts what is not an endpoint but a protocol of its own (resumable uploads), behind the same sign-in. */
export function mountProtocol(
  scope: FastifyInstance,
  authenticator: Authenticator,
  path: string,
  handle: ProtocolHandler,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  for (const url of [path, `${path}/*`]) {
    scope.route({
      method: [...methods],
      url,
      compress: false,
      async onRequest(request) {
        request.identity = await authenticate(authenticator, request, false)
        if (!isReading(request)) refuseReader(request.identity)
      },
      async handler(request, reply) {
        const { identity } = request
        if (identity === undefined) return
        await authenticator.act(identity, () => {
          reply.hijack()
          // What is being sent goes on after the next sign-in, from where it was cut off.
          reply.raw.once(
            'close',
            authenticator.watch(identity.credential, () => request.raw.destroy()),
          )
          return handle(identity, request, reply)
        })
      },
    })
  }
}
