import { errorStatus, type Failure } from '@vermilion/contract/kernel/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failureEnvelope } from './envelope.ts'

/** Refuses a request in progress and closes its connection without reading further. A response that has begun is cut off. */
export function refuseUnderWay(failure: Failure, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  if (raw.headersSent) {
    request.raw.destroy()
    return
  }
  const body = JSON.stringify(failureEnvelope(failure, request))
  reply.hijack()
  raw.once('finish', () => request.raw.destroy())
  raw.writeHead(errorStatus(failure.reason), {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': request.id,
    connection: 'close',
  })
  raw.end(body)
}
