import type { IncomingMessage } from 'node:http'
import type { Upload } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import type { UploadBytes } from './bytes.ts'

/** Bytes of the largest upload that is held in memory until it is stored. */
const largestHeld = 64 * 1024
/** Milliseconds without a byte after which the connection of one counts as lost. */
const stalledAfter = 30_000

/** The whole content of an upload, as one request brings it. */
export interface WholeUpload {
  readonly metadata: Upload['metadata']
  readonly content: Buffer
  readonly checksum: string | undefined
}

/** Bytes that a PATCH brings at once, from the first one on; undefined where it is another request, or brings many. */
export function sizeOfWhole({ method, headers }: FastifyRequest): number | undefined {
  const size = Number(headers['content-length'])
  const isFirst = method === 'PATCH' && headers['upload-offset'] === '0' && headers['upload-length'] === undefined
  const isUsual = headers['tus-resumable'] === '1.0.0'
  const isBytes = headers['content-type'] === 'application/offset+octet-stream'
  return isFirst && isUsual && isBytes && size > 0 && size <= largestHeld ? size : undefined
}

/** What an upload is of which so many bytes come at once; undefined where others have come already, or are to follow. */
export async function findWhole(bytes: UploadBytes, id: string, size: number): Promise<Upload | undefined> {
  const upload = await bytes.tus.getUpload(id).catch(() => undefined)
  return upload?.offset === 0 && upload.size === size ? upload : undefined
}

/** The body of a request; undefined where its sender left before its end, or sends nothing any more. */
export async function readWhole(request: IncomingMessage, size: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  const timer = setTimeout(() => request.destroy(), stalledAfter).unref()
  try {
    for await (const part of request) {
      parts.push(part as Buffer)
      timer.refresh()
    }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
  const content = Buffer.concat(parts)
  return content.length === size ? content : undefined
}
