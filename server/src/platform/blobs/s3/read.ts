import type { Readable } from 'node:stream'
import type { ByteRange, RemoteContent } from '../blob-store.ts'
import { resumedStream } from '../resumed-stream.ts'
import { isPassing, type Call } from './connection.ts'

export interface StoredObject {
  readonly Bucket: string
  readonly Key: string
}

/** Of somebody else: it may change meanwhile. */
interface ChangingObject extends StoredObject {
  readonly IfMatch?: string | undefined
  readonly VersionId?: string | undefined
}

/** Goes on at the byte at which a connection broke, as long as the object is the same. One that has changed is as good as gone. */
export async function readObject(call: Call, object: ChangingObject, range?: ByteRange): Promise<RemoteContent> {
  const get = async (from: number | undefined, until: number | undefined, tag = object.IfMatch) => {
    const Range = from === undefined ? undefined : `bytes=${from}-${until ?? ''}`
    const reply = await call('s3:GetObject', ({ client, library }) =>
      client.send(new library.GetObjectCommand({ ...object, Range, IfMatch: tag })),
    ).catch((error: unknown) => {
      const { cause } = error as Error
      const isGone = cause instanceof Error && ['PreconditionFailed', 'NoSuchVersion'].includes(cause.name)
      throw isGone ? Object.assign(new Error(`${object.Key} has changed`), { code: 'ENOENT' }) : error
    })
    // Its connection may break when nobody reads it yet: reading tells the error then.
    const body = (reply.Body as Readable).on('error', () => undefined)
    return { ...reply, body }
  }
  const first = await get(range?.start, range?.end)
  const { ContentLength: size = 0, ETag: tag, VersionId: id } = first
  const start = range?.start ?? 0
  const end = start + size
  const readFrom = async (position: number) => (await get(position, end - 1, tag)).body
  // One that nobody began to read has the connection too.
  const stream = resumedStream(first.body, { start, end }, readFrom, isPassing).once('close', () =>
    first.body.destroy(),
  )
  // A bucket that has no versions, or had none when the object was put, says `null`.
  const version = tag && id && id !== 'null' ? `${tag} ${id}` : (tag ?? null)
  return { size, stream, version }
}
