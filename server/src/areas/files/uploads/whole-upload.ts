import type { IncomingMessage } from 'node:http'
import type { Upload } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import type { UploadBytes } from './bytes.ts'

const maxHeldBytes = 64 * 1024
/** Milliseconds without a byte after which its connection counts as lost. */
const stalledAfter = 30_000

export interface WholeUpload {
  readonly metadata: Upload['metadata']
  readonly content: Buffer
  readonly checksum: string | undefined
}

/** The size of a PATCH that is an upload's whole small content; undefined for other requests. */
export function sizeOfWhole({ method, headers }: FastifyRequest): number | undefined {
  const size = Number(headers['content-length'])
  const isFirst = method === 'PATCH' && headers['upload-offset'] === '0' && headers['upload-length'] === undefined
  const isUsual = headers['tus-resumable'] === '1.0.0'
  const isBytes = headers['content-type'] === 'application/offset+octet-stream'
  return isFirst && isUsual && isBytes && size > 0 && size <= maxHeldBytes ? size : undefined
}

/** The upload when this many bytes are all of it; undefined when some arrived before or are to follow. */
export async function findWhole(bytes: UploadBytes, id: string, size: number): Promise<Upload | undefined> {
  const upload = await bytes.tus.getUpload(id).catch(() => undefined)
  return upload?.offset === 0 && upload.size === size ? upload : undefined
}

/** Undefined when its sender disconnected or stalled. */
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
