import type { EndpointResponse, Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { type Envelope, type FailureData, successCode, unauthenticatedCode } from '@vermilion/contract/kernel/envelope'
import { ApiError, client, session } from '../api.ts'
import { newRequestId } from './request-id.ts'

interface Sending {
  signal: AbortSignal
  onProgress: (done: number) => void
}

export function sendBytes<E extends Endpoint>(
  endpoint: E,
  input: Omit<EndpointInput<E>, 'body'>,
  bytes: Blob,
  { signal, onProgress }: Sending,
): Promise<EndpointResponse<E>> {
  const requestId = newRequestId()
  const bearer = session.token()
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const failed = (error: 'network' | 'http', message: string) =>
      reject(new ApiError({ code: request.status, error, message, requestId }))
    request.open(endpoint.method, client.url(endpoint, input))
    for (const [name, value] of Object.entries(client.headers(requestId, bearer))) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', endpoint.streamed ?? 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('error', () => failed('network', 'network'))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.addEventListener('load', () => {
      const body = envelopeOf(request.responseText)
      if (body === null) return failed('http', `HTTP ${request.status}`)
      if (body.code === successCode) return resolve(body.data as EndpointResponse<E>)
      if (body.code === unauthenticatedCode) void session.expire(bearer)
      const failure = (body.data ?? {}) as Partial<FailureData>
      reject(new ApiError({ ...failure, ...body, error: failure.error ?? 'http' }))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(bytes)
  })
}

function envelopeOf(responseText: string): Envelope<unknown> | null {
  try {
    const body = JSON.parse(responseText) as Envelope<unknown> | null
    return typeof body?.code === 'number' ? body : null
  } catch {
    return null
  }
}
