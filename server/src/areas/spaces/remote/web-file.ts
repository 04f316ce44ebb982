import { Readable } from 'node:stream'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'
import { serviceFailures } from '@vermilion/contract/services/failures'
import { askForFile, type FileReply, TestFailed } from '#areas/settings'
import { atMost } from '#platform/content-parts'
import { StoreUnreachable, type ByteRange } from '#platform/blobs/blob-store'
import { hasCode } from '#platform/blobs/folder-file'
import { resumedStream } from '#platform/blobs/resumed-stream'

/** Asks for a file of the web; hosts of this network are asked only where the operator has allowed it. */
export type AskWeb = ReturnType<typeof createAskWeb>

const maxFileBytes = 2 * 1024 ** 3
/** Bytes of a file whose length the host does not tell; they are in memory. */
const maxUntoldBytes = 64 * 1024 ** 2

/** Fails with the code ENOENT where there is no file, and with `StoreUnreachable` where it cannot be had. */
export function createAskWeb(allowedHosts: readonly string[]) {
  const mayBeInternal = ({ host, hostname }: URL) => allowedHosts.includes(host) || allowedHosts.includes(hostname)

  return async (url: string, range?: string, signal = new AbortController().signal): Promise<FileReply> => {
    const headers = { accept: '*/*', ...(range !== undefined && { range }) }
    const question = { method: 'GET', url, headers, followsElsewhere: true, mayBeInternal, signal } as const
    const reply = await askForFile(question).catch((error: unknown) => {
      throw error instanceof TestFailed ? new StoreUnreachable(textOf(error), error) : error
    })
    // Its connection may break when nobody reads it yet: reading tells the error then.
    reply.stream.on('error', () => undefined)
    const { status } = reply
    if (status === 200 || status === 206) return reply
    reply.stream.destroy()
    if (status === 404 || status === 410) throw missing(url)
    const { host } = new URL(url)
    throw new StoreUnreachable({ en: `${host} answers HTTP ${status}`, zh: `${host} 返回 HTTP ${status}` })
  }
}

const missing = (url: string) => Object.assign(new Error(`${url} is gone or has changed`), { code: 'ENOENT' })

function textOf({ failure, values }: TestFailed): Text {
  const { en, zh } = sayInBoth(failure === 'address-forbidden' ? isPrivate : serviceFailures[failure], values)
  return { en: en.replace(/\.+$/, ''), zh: zh.replace(/。+$/, '') }
}

const isPrivate = {
  en: '{place} lies in a private network, from which this server reads no lists. Name its host in VERMILION_LIST_HOSTS',
  zh: '{place} 位于私有网络，本服务器不会从中读取列表。请在 VERMILION_LIST_HOSTS 中列出该主机',
}

/** The version is `ETag`, else the time of the last change, without blanks; null where the host tells neither. */
export function factsOf({ status, headers }: FileReply) {
  const size = status === 206 ? /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length']
  const version = (headers.etag ?? headers['last-modified'])?.replaceAll(' ', '_') ?? null
  return { size: size === undefined ? null : Number(size), version }
}

/** Goes on at the byte at which a connection broke, as long as the file is the same. */
export async function readWebFile(ask: AskWeb, url: string, expected: string | null, range?: ByteRange) {
  const get = async (from: number, until: number | undefined, version: string | null) => {
    const reply = await ask(url, from === 0 && until === undefined ? undefined : `bytes=${from}-${until ?? ''}`)
    if (version === null || factsOf(reply).version === version) return reply
    reply.stream.destroy()
    throw missing(url)
  }
  const start = range?.start ?? 0
  const first = await get(start, range?.end, expected)
  const { size, version } = factsOf(first)
  if (size === null) {
    const content = Buffer.concat(await Array.fromAsync(webParts(maxUntoldBytes, first.stream)))
    const part = content.subarray(start, range && range.end + 1)
    return { size: part.length, stream: Readable.from([part], { objectMode: false }), version }
  }
  const end = Math.min(range?.end ?? size - 1, size - 1) + 1
  if (size > maxFileBytes) {
    first.stream.destroy()
    throw largerThan(maxFileBytes)
  }
  const readFrom = async (position: number) => partOf(await get(position, end - 1, version), position, end)
  // Without a version, what comes next may be of another file.
  const isPassing = (error: unknown) => version !== null && hasCode(error, 'ECONNRESET', 'EPIPE')
  const stream = resumedStream(partOf(first, start, end), { start, end }, readFrom, isPassing)
  return { size: end - start, stream: stream.once('close', () => first.stream.destroy()), version }
}

/** Hosts may send the complete file where a part was asked for. */
async function* partOf({ status, stream }: FileReply, start: number, end: number): AsyncGenerator<Buffer> {
  let position = status === 206 ? start : 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    const [from, until] = [Math.max(0, start - position), Math.min(part.length, end - position)]
    position += part.length
    if (until > from) yield part.subarray(from, until)
    if (position >= end) return
  }
}

export const webParts = (maxBytes: number, parts: AsyncIterable<Buffer>) =>
  atMost(maxBytes, parts, () => largerThan(maxBytes))

function largerThan(bytes: number): StoreUnreachable {
  const size = `${bytes / 1024 ** 2} MiB`
  return new StoreUnreachable({ en: `it is larger than ${size}`, zh: `超过 ${size}` })
}
