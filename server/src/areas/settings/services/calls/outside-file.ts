import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInternal, publicLookup, refuseMetadata, safeLookup } from './addresses.ts'
import { connectionFailure, TestFailed } from './test-failed.ts'

const maxRedirects = 5
/** Milliseconds without a byte after which a connection counts as lost. */
const stalledAfter = 60_000

export interface FileQuestion {
  readonly method: 'GET' | 'HEAD'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** True when another host may respond, as hubs delegate content. No secret is sent to either. */
  readonly followsElsewhere: boolean
  /** True for addresses in this machine's network that the operator has allowed. */
  readonly mayBeInternal: (url: URL) => boolean
  readonly signal: AbortSignal
}

export interface FileReply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly stream: IncomingMessage
}

export async function askForFile(question: FileQuestion): Promise<FileReply> {
  let url = new URL(question.url)
  let isFirstInternal = true
  for (let hops = 0; ; hops += 1) {
    const mayBeInternal = isFirstInternal && question.mayBeInternal(url)
    if (!mayBeInternal) refuseInternal(url)
    const reply = await askOnce({ ...question, url: url.href }, mayBeInternal ? safeLookup : publicLookup)
    if (hops === 0) isFirstInternal = isInternal(reply.stream.socket.remoteAddress ?? '')
    const to = redirectOf(reply, url.href)
    if (to === undefined || (to.origin !== url.origin && !question.followsElsewhere)) return reply
    reply.stream.destroy()
    if (hops === maxRedirects || !mayFollow(url, to, isFirstInternal))
      throw new TestFailed('redirected', { place: url.host, to: `${to.protocol}//${to.host}` })
    url = to
  }
}

function redirectOf({ status, headers }: FileReply, url: string): URL | undefined {
  if (status < 301 || status > 308 || headers.location === undefined) return undefined
  return URL.parse(headers.location, url) ?? undefined
}

/** No redirect from HTTPS to HTTP, nor from a public hub into this network. */
export function mayFollow(from: URL, to: URL, isFromInternal: boolean): boolean {
  if (!/^https?:$/.test(to.protocol) || to.username !== '') return false
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false
  const host = to.hostname.replace(/^\[|\]$/g, '')
  return isFromInternal || isIP(host) === 0 || !isInternal(host)
}

/** Literal addresses never reach a lookup. */
function refuseInternal({ hostname, host }: URL): void {
  if (isInternal(hostname.replace(/^\[|\]$/g, ''))) throw new TestFailed('address-forbidden', { place: host })
}

async function askOnce(question: FileQuestion, lookup: LookupFunction): Promise<FileReply> {
  const { method, url, headers, signal } = question
  const { protocol, host } = new URL(url)
  try {
    refuseMetadata(url)
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = protocol === 'https:' ? requestTls : requestPlain
      const request = send(url, {
        method,
        headers: { 'user-agent': 'vermilion', 'accept-encoding': 'identity', ...headers },
        signal,
        lookup,
        agent: false,
        timeout: stalledAfter,
      })
      request.once('response', resolve)
      request.on('timeout', () => request.destroy(new TestFailed('closed', { place: host })))
      request.on('error', reject)
      request.end()
    })
    return { status: stream.statusCode ?? 0, headers: stream.headers, stream }
  } catch (error) {
    signal.throwIfAborted()
    throw connectionFailure(error, host, signal)
  }
}
