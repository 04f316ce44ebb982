import type { Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { createClient } from './http/client.ts'
import { createSession } from './session.ts'
import { useSystem } from './system.ts'
import { wait } from './wait.ts'

export { ApiError } from './http/client.ts'

export const session = createSession({ local: localStorage, session: sessionStorage, wait })

/** The console's client. `call(endpoint, input)` resolves to the endpoint's response, or rejects with an `ApiError`. */
export const client = createClient({
  base: document.baseURI,
  token: session.token,
  language: () => useSystem.getState().lang,
  onUnauthenticated: (token) => void session.expire(token),
})

export const { call } = client

export function addressOf<E extends Endpoint>(endpoint: E, input: Omit<EndpointInput<E>, 'body'>): string {
  return client.url(endpoint, input)
}
