import {
  type EndpointResponse,
  basePath,
  callTimeout,
  type Endpoint,
  type EndpointInput,
  sourceApp,
} from '@vermilion/contract/kernel/endpoint'
import { type Envelope, type FailureData, successCode, unauthenticatedCode } from '@vermilion/contract/kernel/envelope'
import type { ErrorName } from '@vermilion/contract/kernel/errors'
import { pathOf, requestOf } from '@vermilion/contract/kernel/request'
import { wait } from '../wait.ts'
import { newRequestId } from './request-id.ts'

/** The cause of a failed call: an error of the catalogue, or one that happened before the server could answer. */
export type FailureName = ErrorName | 'network' | 'timeout' | 'http'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  readonly error: FailureName
  readonly values: Readonly<Record<string, unknown>>
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string

  constructor(
    body: { code: number; error: FailureName; message: string; requestId: string } & Partial<
      Omit<FailureData, 'error'>
    >,
  ) {
    super(body.message)
    this.code = body.code
    this.error = body.error
    this.values = body.values ?? {}
    this.fields = body.fields ?? {}
    this.requestId = body.requestId
  }
}

export interface ClientNeeds {
  /** The console's base address with a final slash: `https://host/vermilion/`. */
  base: string
  token: () => string | null
  language: () => string
  /** Called when a call with this token got a 401; the call rejects as well. */
  onUnauthenticated: (token: string | null) => void
}

export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds, for calls that may exceed the general limit. */
  timeout?: number
  /** Continues when the page is left. */
  keepalive?: boolean
}

export type Client = ReturnType<typeof createClient>

/** The only code of the console that calls `fetch`. */
export function createClient({ base, token, language, onUnauthenticated }: ClientNeeds) {
  const root = new URL(`.${basePath}`, base).href

  function headers(requestId: string, bearer = token()): Record<string, string> {
    return {
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      'x-request-id': requestId,
      SourceApp: sourceApp,
      Language: language().toLowerCase(),
    }
  }

  function url<E extends Endpoint>(endpoint: E, input: Omit<EndpointInput<E>, 'body'>): string {
    return root + pathOf(endpoint, input)
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options: CallOptions = {},
  ): Promise<EndpointResponse<E>> {
    const requestId = newRequestId()
    const { method, path, headers: ofBody, body } = requestOf(endpoint, input)
    const bearer = token()
    const request = {
      method,
      headers: { ...headers(requestId, bearer), ...ofBody },
      body,
      keepalive: options.keepalive ?? false,
    }
    const address = root + path
    const limit = AbortSignal.timeout(options.timeout ?? callTimeout)
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
    try {
      const response = await fetchPatiently(address, { ...request, signal })
      return await open(response, requestId, bearer)
    } catch (problem) {
      if (problem instanceof ApiError || options.signal?.aborted) throw problem
      const error = limit.aborted ? 'timeout' : 'network'
      throw new ApiError({ code: 0, error, message: error, requestId })
    }
  }

  /** Sends bytes to an address without an endpoint that responds with an envelope. It is not repeated. */
  async function post<Data>(
    path: string,
    body: Blob,
    options: { signal: AbortSignal; timeout: number },
  ): Promise<Data> {
    const requestId = newRequestId()
    const bearer = token()
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeout)])
    try {
      // eslint-disable-next-line no-restricted-globals -- here alone
      const response = await fetch(root + path, { method: 'POST', headers: headers(requestId, bearer), body, signal })
      return await open(response, requestId, bearer)
    } catch (problem) {
      if (problem instanceof ApiError || options.signal.aborted) throw problem
      throw new ApiError({ code: 0, error: 'network', message: 'network', requestId })
    }
  }

  function open<Data>(response: Response, requestId: string, bearer: string | null): Promise<Data> {
    return openEnvelope(response, requestId, () => onUnauthenticated(bearer))
  }

  async function firstBytes<E extends Endpoint>(
    endpoint: E,
    input: Omit<EndpointInput<E>, 'body'>,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const requestId = newRequestId()
    const rangeHeaders = { ...headers(requestId), range: `bytes=0-${maxBytes - 1}` }
    // eslint-disable-next-line no-restricted-globals -- here alone
    const response = await fetch(url(endpoint, input), { headers: rangeHeaders, signal, cache: 'no-store' })
    if (!response.ok) return open(response, requestId, token())
    return new Uint8Array(await response.arrayBuffer())
  }

  function stream(endpoint: Endpoint, more: Record<string, string>, signal: AbortSignal): Promise<Response> {
    // eslint-disable-next-line no-restricted-globals -- here alone
    return fetch(root + endpoint.path, { headers: { ...headers(newRequestId()), ...more }, signal })
  }

  return { call, post, url, firstBytes, stream, headers, root }
}

/** Milliseconds for which a call is sent again while one server takes over from another. */
const changeoverTime = 10_000

async function fetchPatiently(address: string, request: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const until = performance.now() + changeoverTime
  for (;;) {
    const response = await fetchTwice(address, request)
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || !(seconds > 0) || performance.now() > until) return response
    await response.body?.cancel()
    await wait(seconds * 1_000, request.signal)
  }
}

/** The server answers a repeated request id with the first response, so one repetition is safe for every method. */
function fetchTwice(address: string, request: RequestInit & { signal: AbortSignal }): Promise<Response> {
  // eslint-disable-next-line no-restricted-globals -- here alone
  return fetch(address, request).catch((problem: unknown) => {
    if (request.signal.aborted) throw problem
    // eslint-disable-next-line no-restricted-globals -- here alone
    return fetch(address, request)
  })
}

async function openEnvelope<Data>(response: Response, requestId: string, onUnauthenticated: () => void): Promise<Data> {
  const body = (await response.json().catch(() => null)) as Envelope<unknown> | null
  if (typeof body?.code !== 'number') {
    throw new ApiError({ code: response.status, error: 'http', message: `HTTP ${response.status}`, requestId })
  }
  if (body.code === successCode) return body.data as Data
  if (body.code === unauthenticatedCode) onUnauthenticated()
  const failure = (body.data ?? {}) as Partial<FailureData>
  throw new ApiError({ ...failure, ...body, error: failure.error ?? 'http' })
}
