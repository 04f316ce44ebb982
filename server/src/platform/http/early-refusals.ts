import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorStatus, fail, type Failure } from '@vermilion/contract/kernel/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '#platform/ids'
import { answerFailure, envelopeOf } from './envelope.ts'
import { languageOf } from './language.ts'
import { securityHeaders } from './security.ts'

export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  // No hook has run for this request.
  for (const [name, value] of securityHeaders) reply.raw.setHeader(name, value)
  void answerFailure(error, request, reply.header('x-request-id', request.id).header('cache-control', 'no-store'))
}

/** Gives requests that Node itself would refuse the envelope and headers of all refusals. */
export function refuseOddRequests(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const isHostMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined
    const { expect } = raw.headers
    if (isHostMissing) done(fail('request.invalid', { detail: 'the header host is missing' }))
    else if (expect !== undefined && !/^100-continue$/i.test(expect))
      done(fail('request.invalid', { detail: `expect: ${expect}` }))
    else done()
  })
  server.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.routing(request, response),
  )
}

interface ConnectionError {
  readonly code: string
  readonly message: string
  readonly rawPacket: unknown
}

export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const failure = failureOf(error)
    const requestId = newId()
    const language = languageOf({ headers: headersIn(error.rawPacket) })
    const body = JSON.stringify(envelopeOf(failure, language, requestId))
    const status = errorStatus(failure.reason)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      ...securityHeaders.map(([name, value]) => `${name}: ${value}`),
      'cache-control: no-store',
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}

function failureOf({ code, message }: ConnectionError): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('request.too-slow')
  if (code === 'HPE_HEADER_OVERFLOW') return fail('request.headers-too-large')
  return fail('request.invalid', { detail: message })
}

function headersIn(packet: unknown): Record<string, string> {
  const lines = (packet instanceof Buffer ? packet.toString('latin1') : '').matchAll(
    /^(language|accept-language): *([^\r\n]*)\r$/gim,
  )
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}
