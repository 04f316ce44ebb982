import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import type { Endpoint, EndpointInput, EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { successCode, type Envelope, type FailureData } from '@vermilion/contract/kernel/envelope'
import { requestOf } from '@vermilion/contract/kernel/request'
import type { Language } from '@vermilion/contract/kernel/text'
import type { FastifyInstance } from 'fastify'
import { newId } from '#platform/ids'
import type { Authenticator } from './authentication.ts'
import type { Identity } from './handler.ts'

export interface InternalCaller {
  readonly identity: Identity
  readonly language: Language
}

export class CallRefused extends Error {
  readonly reason: string

  constructor({ message, data }: Envelope<FailureData>) {
    const { fields = {} } = data
    super([message, ...Object.entries(fields).map(([field, problem]) => `${field}: ${problem}`)].join('\n'))
    this.name = 'CallRefused'
    this.reason = data.error
  }
}

export type InternalCall = <E extends Endpoint>(
  caller: InternalCaller,
  endpoint: E,
  input: EndpointInput<E>,
  /** A repeat with the same id gets the first response. */
  requestId?: string,
) => Promise<EndpointResponse<E>>

/** Calls pass the same checks, records and refusals as any request. The caller's stand-in is valid only during the call. */
export function createInternalCalls(authenticator: Authenticator, basePath: string) {
  const callers = new Map<string, Identity>()
  let server: FastifyInstance | undefined

  const call: InternalCall = async ({ identity, language }, endpoint, input, requestId = newId()) => {
    if (server === undefined) throw new Error('the server has no endpoints yet')
    const { method, path, headers, body } = requestOf(endpoint, input)
    const token = newId()
    callers.set(token, identity)
    try {
      const response = await server.inject({
        method,
        url: `${basePath}${apiPath}${path}`,
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          language: language.toLowerCase(),
          'x-request-id': requestId,
        },
        ...(body === null ? {} : { payload: body }),
      })
      const envelope = JSON.parse(response.payload) as Envelope<EndpointResponse<typeof endpoint>>
      if (envelope.code !== successCode) throw new CallRefused(envelope as unknown as Envelope<FailureData>)
      return envelope.data
    } finally {
      callers.delete(token)
    }
  }

  return {
    authenticator: {
      ...authenticator,
      byToken: async (token: string, address: string) =>
        callers.get(token) ?? (await authenticator.byToken(token, address)),
    } satisfies Authenticator,
    call,
    bind: (mounted: FastifyInstance) => void (server = mounted),
  }
}
