import {
  basePath,
  requestIdLength,
  sourceApp,
  type EndpointResponse,
  type Endpoint,
  type EndpointInput,
} from '@vermilion/contract/kernel/endpoint'
import { successCode, type Envelope } from '@vermilion/contract/kernel/envelope'
import { requestOf } from '@vermilion/contract/kernel/request'
import { uploadChunkSize, uploadPath } from '@vermilion/contract/files'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A call that was answered, with a code other than 200. */
export class CallRejected extends Error {
  readonly code: number

  constructor(envelope: Envelope<unknown>) {
    super(`${envelope.code} ${envelope.message}`)
    this.code = envelope.code
  }
}

/**
 * A patient client: a call that gets no answer is sent again with the same request id until it gets one, as the
 * console does. So every value it returns was confirmed by the server.
 */
export function createPatientClient(address: () => string, timeoutMs = 60_000) {
  let token = ''

  async function send(path: string, init: RequestInit): Promise<Response> {
    const until = Date.now() + timeoutMs
    for (;;) {
      try {
        const response = await fetch(`${address()}${basePath}${path}`, {
          ...init,
          headers: { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as Record<string, string>) },
        })
        // 503: the server says itself that it is going away. The body must be whole to count as an answer.
        if (response.status !== 503) return new Response(await response.arrayBuffer(), response)
      } catch (error) {
        if (Date.now() > until) throw error
      }
      await sleep(50)
    }
  }

  async function call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointResponse<E>> {
    const { path, ...request } = requestOf(endpoint, input)
    const response = await send(path, {
      ...request,
      headers: {
        ...request.headers,
        'x-request-id': randomUUID().slice(0, requestIdLength),
        sourceapp: sourceApp,
        language: 'en-us',
      },
    })
    const envelope = (await response.json()) as Envelope<EndpointResponse<E>>
    if (envelope.code !== successCode) throw new CallRejected(envelope)
    return envelope.data
  }

  /** Uploads by the tus protocol in chunks of `chunk` bytes, asking for the offset again after every break. */
  async function upload(content: Buffer, metadata: Record<string, string>, chunk = uploadChunkSize): Promise<void> {
    const encoded = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    const tus = { 'tus-resumable': '1.0.0' }
    let location = ''
    let offset = 0
    for (;;) {
      if (location === '') {
        const created = await send(uploadPath, {
          method: 'POST',
          headers: { ...tus, 'upload-length': String(content.length), 'upload-metadata': encoded.join(',') },
        })
        if (created.status !== 201) throw new Error(`upload refused: ${created.status} ${await created.text()}`)
        location = new URL(
          created.headers.get('location') ?? '',
          `${address()}${basePath}${uploadPath}`,
        ).pathname.slice(basePath.length)
        offset = 0
      }
      const patched = await patchOnce(location, offset, content.subarray(offset, offset + chunk))
      if (patched === 'broken') {
        const head = await send(location, { method: 'HEAD', headers: tus })
        if (head.status === 404 || head.status === 410) location = ''
        else offset = Number(head.headers.get('upload-offset'))
        // All bytes are there, but the confirmation was lost: an empty PATCH asks for it again.
        continue
      }
      offset = patched
      if (offset === content.length) return
    }
  }

  async function patchOnce(location: string, offset: number, part: Buffer): Promise<number | 'broken'> {
    try {
      const response = await fetch(`${address()}${basePath}${location}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(part),
      })
      if (response.status === 204) return Number(response.headers.get('upload-offset'))
      await response.arrayBuffer()
    } catch {
      // No answer: the same as a wrong offset; HEAD tells what has arrived.
    }
    await sleep(50)
    return 'broken'
  }

  return {
    call,
    send,
    upload,
    useToken(value: string) {
      token = value
    },
  }
}

export type PatientClient = ReturnType<typeof createPatientClient>
