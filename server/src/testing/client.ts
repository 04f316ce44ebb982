import { accountEndpoints } from '@vermilion/contract/accounts'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import type { EndpointResponse, Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
import type { Envelope, FailureData } from '@vermilion/contract/kernel/envelope'
import { requestOf } from '@vermilion/contract/kernel/request'

export const testPassword = 'a password for tests'

export interface Client {
  /** Sends a request like a browser, signed in unless `headers` differ. `path` is below `/api/v1`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    headers?: Record<string, string>,
  ): Promise<EndpointResponse<E>>
  signIn(): Promise<string>
}

export function createClient(address: () => string): Client {
  let token = ''
  const send: Client['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (token !== '' && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    return fetch(`${address()}${basePath}${path}`, { ...init, headers })
  }
  const call: Client['call'] = async (endpoint, input, headers = {}) => {
    const { path, ...request } = requestOf(endpoint, input)
    const response = await send(path, { ...request, headers: { language: 'en-us', ...request.headers, ...headers } })
    const envelope = (await response.json()) as Envelope<never>
    if (envelope.code !== 200) throw new CallFailed(envelope)
    return envelope.data
  }
  return {
    fetch: send,
    call,
    async signIn() {
      token = (await call(accountEndpoints.login, { body: { username: 'admin', password: testPassword } })).token
      return token
    },
  }
}

export class CallFailed extends Error {
  readonly envelope: Envelope<FailureData>

  constructor(envelope: Envelope<FailureData>) {
    super(`${envelope.code} ${envelope.message}`)
    this.envelope = envelope
  }

  get reason(): string {
    return this.envelope.data.error
  }
}

export const reasonOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof CallFailed ? error.reason : String(error)),
  )
