import { Readable } from 'node:stream'
import type { ByteRange, RemoteContent } from '../blob-store.ts'
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

/** Breaks of the connection without a byte in between. */
const maxBreaks = 5

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
    return { size: reply.ContentLength ?? 0, tag: reply.ETag, id: reply.VersionId, body }
  }
  const first = await get(range?.start, range?.end)
  const start = range?.start ?? 0
  const end = start + first.size

  async function* parts() {
    let [body, position, breaks] = [first.body, start, 0]
    for (;;) {
      try {
        for await (const part of body as AsyncIterable<Buffer>) {
          position += part.length
          breaks = 0
          yield part
        }
      } catch (error) {
        breaks += 1
        if (breaks > maxBreaks || !isPassing(error)) throw error
      }
      if (position >= end) return
      body = (await get(position, end - 1, first.tag)).body
    }
  }
  // One that nobody began to read has the connection too.
  const stream = Readable.from(parts(), { objectMode: false }).once('close', () => first.body.destroy())
  return { size: first.size, stream, version: versionOf(first.tag, first.id) }
}

/** A bucket that has no versions, or had none when the object was put, says `null`. */
export function versionOf(tag: string | undefined, id?: string): string | null {
  if (tag === undefined) return null
  return id === undefined || id === 'null' ? tag : `${tag} ${id}`
}
