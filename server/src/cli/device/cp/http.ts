import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { Envelope, FailureData } from '@vermilion/contract/kernel/envelope'
import { Refused } from '../../api-client.ts'

interface RequestOrder {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable | Uint8Array | string | null
}

/** A request with streamed body and response; fetch takes several times the CPU for gigabytes. Fails with `Refused`. */
export async function openResponse(
  address: string,
  { method, headers, body = null }: RequestOrder,
): Promise<IncomingMessage> {
  const request = address.startsWith('https:') ? secureRequest : plainRequest
  const outgoing = request(address, { method, headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  // A refusing server responds before it has read everything.
  const sending =
    body === null || typeof body === 'string' || body instanceof Uint8Array
      ? Promise.resolve(void outgoing.end(body ?? undefined))
      : pipeline(body, outgoing)
  sending.catch(() => undefined)
  const response = await answered
  if (response.statusCode !== undefined && response.statusCode < 400) return response
  const envelope = parse(await text(response))
  outgoing.destroy()
  const status = `http-${response.statusCode ?? 0}`
  throw new Refused(envelope?.message ?? status, envelope?.data?.error ?? status)
}

function parse(content: string): Envelope<Partial<FailureData>> | null {
  try {
    return JSON.parse(content) as Envelope<Partial<FailureData>>
  } catch {
    return null
  }
}
