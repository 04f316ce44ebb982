import { fillPath, type Endpoint, type EndpointInput, type Method } from './endpoint.ts'

export interface CallRequest {
  readonly method: Method
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string | null
}

/** Builds the request of a call. Undefined and empty query values are omitted. */
export function requestOf<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): CallRequest {
  const { body } = input as { body?: unknown }
  return {
    method: endpoint.method,
    path: pathOf(endpoint, input),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }
}

export function pathOf<E extends Endpoint>(endpoint: E, input: Omit<EndpointInput<E>, 'body'>): string {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return fillPath(endpoint.path, params) + (search.size === 0 ? '' : `?${search}`)
}
