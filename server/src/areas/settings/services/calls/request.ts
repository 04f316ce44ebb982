import { type ClientRequest, type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { atMost } from '#platform/content-parts'
import { refuseMetadata, safeLookup } from './addresses.ts'
import { connectionFailure, TestFailed } from './test-failed.ts'

const maxResponseBytes = 4 * 1_048_576
const maxRedirects = 3

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  readonly maxBytes?: number | undefined
  readonly signal: AbortSignal
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface ReceivedReply extends Reply {
  readonly content: Buffer
}

export interface OpenReply extends Omit<Reply, 'text'> {
  readonly stream: IncomingMessage
}

/**
 * Throws `TestFailed` without a response. Only redirects within the origin are followed: another one gets neither the secret nor
 * the request.
 */
export async function ask(question: Question): Promise<ReceivedReply> {
  const { stream, ...reply } = await openReply(question)
  const path = placeOf(question.url)
  try {
    const content = await read(stream, path, question.maxBytes)
    return {
      ...reply,
      content,
      get text() {
        return content.toString('utf8')
      },
    }
  } catch (error) {
    throw connectionFailure(error, path, question.signal)
  }
}

export async function askForStatus(url: string, signal: AbortSignal): Promise<number> {
  const { status, stream } = await askOnce({ url, headers: { accept: '*/*' }, signal })
  stream.destroy()
  return status
}

export async function openReply(question: Question, redirects = 0): Promise<OpenReply> {
  const { url, method = 'GET' } = question
  const reply = await askOnce(question)
  const { location } = reply.headers
  const isRedirect = reply.status >= 301 && reply.status <= 308 && location !== undefined
  const to = isRedirect ? URL.parse(location, url) : null
  if (to === null) return reply
  reply.stream.destroy()
  if (to.origin !== new URL(url).origin || method !== 'GET' || redirects === maxRedirects)
    throw new TestFailed('redirected', { place: placeOf(url), to: `${to.origin}${to.pathname}` })
  return openReply({ ...question, url: to.href }, redirects + 1)
}

async function askOnce(question: Question): Promise<OpenReply> {
  try {
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = begin(question)
      request.once('response', resolve)
      // After the response has begun, its stream reports a failure too.
      request.on('error', reject)
      request.end(question.body)
    })
    return { status: stream.statusCode ?? 0, headers: stream.headers, stream }
  } catch (error) {
    throw connectionFailure(error, placeOf(question.url), question.signal)
  }
}

function begin({ method = 'GET', url, headers = {}, body, signal }: Question): ClientRequest {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options: RequestOptions = {
    method,
    headers: { accept: 'application/json', 'user-agent': 'vermilion', ...headers, ...length },
    signal,
    agent: false,
  }
  const { protocol } = new URL(url)
  refuseMetadata(url)
  return (protocol === 'https:' ? requestTls : requestPlain)(url, { ...options, lookup: safeLookup })
}

export async function read(stream: IncomingMessage, path: string, limit = maxResponseBytes): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(receivedParts(stream, path, limit)))
}

export const receivedParts = (stream: AsyncIterable<Buffer>, path: string, limit = maxResponseBytes) =>
  atMost(limit, stream, () => new TestFailed('too-large', { place: path, limit: `${limit / 1_048_576} MiB` }))

const placeOf = (url: string): string => new URL(url).host
