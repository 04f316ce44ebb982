import type { IncomingMessage } from 'node:http'
import type { Upload } from '@tus/server'
import type { FastifyRequest } from 'fastify'

/** Bytes of an upload that is held in memory when it comes whole. */
export const maxHeldBytes = 64 * 1024
/** Milliseconds without a byte after which its connection counts as lost. */
const stalledAfter = 30_000

export interface WholeUpload {
  readonly metadata: Upload['metadata']
  readonly content: Buffer
  readonly checksum: string | undefined
}

/** Bytes of an upload by their position. */
interface Piece {
  readonly offset: number
  readonly size: number
}

/** The piece of a PATCH as usual clients send it; undefined for other requests. */
export function pieceOf({ method, headers }: FastifyRequest): Piece | undefined {
  const [offset, size] = [Number(headers['upload-offset']), Number(headers['content-length'])]
  const isUsual = method === 'PATCH' && headers['tus-resumable'] === '1.0.0' && headers['upload-length'] === undefined
  const isBytes = headers['content-type'] === 'application/offset+octet-stream'
  return isUsual && isBytes && Number.isSafeInteger(offset) && size > 0 ? { offset, size } : undefined
}

/** Ends early, without an error, when the sender disconnects or stalls. */
export async function* readPiece(request: IncomingMessage): AsyncIterable<Buffer> {
  const timer = setTimeout(() => request.destroy(), stalledAfter).unref()
  try {
    for await (const part of request) {
      yield part as Buffer
      timer.refresh()
    }
  } catch {
    // The client goes on from what arrived.
  } finally {
    clearTimeout(timer)
  }
}
