import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, refuseReader, type Authenticator } from './authentication.ts'
import type { Identity } from './handler.ts'

/** Responds on `reply.raw`; the request's body is still unread. */
export type ProtocolHandler = (caller: Identity, request: FastifyRequest, reply: FastifyReply) => Promise<void>

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
/** A header overrides the method where proxies pass only some. */
const isReading = ({ method, headers }: FastifyRequest) =>
  reading.has(method) && headers['x-http-method-override'] === undefined

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Mounts a protocol other than endpoints (resumable uploads) behind the same sign-in. */
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
          // An interrupted transfer resumes after the next sign-in.
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
