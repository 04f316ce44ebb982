import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { errorStatus, fail } from '@vermilion/contract/kernel/errors'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { version } from '#areas/settings'
import { awaySeconds, envelopeOf, success } from '#platform/http/envelope'
import { languageOf } from '#platform/http/language'
import { requestIdOf } from '#platform/http/request-id'
import { securityHeaders } from '#platform/http/security'

interface Needs {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly basePath: string
  /** The step of the schema that keeps this server from taking over. */
  readonly outdated: () => string | undefined
}

/** Answers in the place of the server while another one leads. */
export async function listenAsStandby({ host, port, basePath, outdated }: Needs) {
  const { health, live } = settingsEndpoints
  const replies = new Map<string | undefined, object>([
    [`${basePath}${apiPath}${health.path}`, { status: 'ok', version, role: 'standby' }],
    [`${basePath}${apiPath}${live.path}`, { status: 'ok' }],
  ])
  const server = createServer((request, response) => {
    const requestId = requestIdOf(request)
    const reply = request.method === 'GET' ? replies.get(request.url?.split('?')[0]) : undefined
    const step = outdated()
    const failure = step === undefined ? fail('server.standby') : fail('server.outdated', { step })
    const envelope =
      reply === undefined ? envelopeOf(failure, languageOf(request), requestId) : success(reply, requestId)
    for (const [name, value] of securityHeaders) response.setHeader(name, value)
    response.writeHead(reply === undefined ? errorStatus(failure.reason) : 200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      // The server that follows on this port has connections of its own.
      connection: 'close',
      ...(reply === undefined && { 'retry-after': String(awaySeconds), refresh: String(awaySeconds) }),
    })
    response.end(JSON.stringify(envelope))
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
