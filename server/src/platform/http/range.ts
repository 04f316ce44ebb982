import type { Readable } from 'node:stream'
import type { AddressOptions, ByteRange } from '#platform/blobs/blob-store'
import { bearerToken } from './authentication.ts'
import type { Call } from './handler.ts'

export interface Content {
  readonly size: number
  readonly mediaType: string
  /** An entity tag that changes with the content, such as its checksum. */
  readonly tag: string
  /** Offers the content as a download of this name instead of displaying it. */
  readonly downloadName?: string | undefined
  /** Lets the console frame it in the browser's viewer: only for content that is certainly a PDF. */
  readonly framed?: boolean
  /** Milliseconds that a browser may cache it; 0 revalidates every time. */
  readonly keepFor?: number
  open(range?: ByteRange): Promise<Readable>
  /** Where browsers reach it past this server. Undefined when it is not there. */
  addressOf?(options: AddressOptions): Promise<string | undefined>
}

/** Less is sent by this server. */
const minDirectBytes = 8 * 1024 ** 2
/** Seconds: a video is wound back and forth for longer than a download waits. */
const [downloadTime, viewingTime] = [900, 4 * 3_600]

const storedPolicy = "default-src 'none'; sandbox"
/** Browsers show no PDF in a sandbox; nothing of this origin runs in their viewers either way. */
const framedPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"

export async function unlessGone({ signal, reply }: Pick<Call, 'signal' | 'reply'>, respond: () => Promise<void>) {
  try {
    await respond()
  } catch (error) {
    if (!signal.aborted) throw error
    reply.hijack()
  }
}

/** Sends content, one range of it (RFC 9110), 304, or a browser to the store. */
export async function sendContent(call: Pick<Call, 'request' | 'reply'>, content: Content): Promise<void> {
  const address = await directAddress(call.request, content)
  if (address !== undefined) {
    call.reply.header('cache-control', 'no-store').redirect(address, 307)
    return
  }
  const started = beginContent(call, content)
  if (started !== undefined) call.reply.send(await content.open(started.range))
}

/** Links and videos send the cookie. What sends a token is a program, which may run where the store is not reached. */
async function directAddress(request: Call['request'], content: Content): Promise<string | undefined> {
  const { size, mediaType, downloadName, addressOf } = content
  const isOfBrowser = request.method === 'GET' && bearerToken(request) === undefined
  // Text is left to the policy of this server; the pixels of a picture can be read in a page only where they are of its origin.
  const isSafe = downloadName !== undefined || /^(?:audio|video)\//.test(mediaType)
  if (addressOf === undefined || size < minDirectBytes || !isOfBrowser || !isSafe) return undefined
  const disposition = downloadName === undefined ? undefined : attachment(downloadName)
  const seconds = disposition === undefined ? viewingTime : downloadTime
  // A store that is away may have a copy here.
  return addressOf({ seconds, mediaType, disposition }).catch(() => undefined)
}

/** Sets the head of the response. Undefined when that is all there is to send. */
export function beginContent(
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  content: Omit<Content, 'open'>,
): { readonly range?: ByteRange } | undefined {
  const tag = `"${content.tag}"`
  reply
    .type(content.mediaType)
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', `private, max-age=${Math.floor((content.keepFor ?? 0) / 1_000)}`)
    // Stored content must never run as a page of this server.
    .header('content-security-policy', content.framed === true ? framedPolicy : storedPolicy)
  if (content.downloadName !== undefined) reply.header('content-disposition', attachment(content.downloadName))
  if (request.headers['if-none-match']?.includes(tag) === true) {
    reply.status(304).send()
    return undefined
  }

  const requested = request.headers['if-range'] ?? tag
  const range = requested === tag ? parseRange(request.headers.range, content.size) : undefined
  if (range === 'unsatisfiable') {
    reply.status(416).header('content-range', `bytes */${content.size}`).send()
    return undefined
  }
  if (range === undefined) {
    reply.header('content-length', content.size)
    return {}
  }
  reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${content.size}`)
    .header('content-length', range.end - range.start + 1)
  return { range }
}

/** Several ranges or another unit count as none, which RFC 9110 allows. */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** RFC 6266: an ASCII name for old clients beside the real one. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
