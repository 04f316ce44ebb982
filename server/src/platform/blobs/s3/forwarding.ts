import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { newId } from '#platform/ids'
import { inTurns } from '#platform/in-turns'
import { ChecksumDiffers, type Blob, type ForwardedFile } from '../blob-store.ts'
import { hashParts } from '../incoming.ts'
import type { Call, Connection } from './connection.ts'
import type { Source } from './copy.ts'
import type { StoredObject } from './read.ts'
import { maxParts, mebibyte, sendBody, type StorageOptions } from './upload.ts'

/** Bytes of a part, two of which are in memory. */
const minPartBytes = 16 * mebibyte
const maxDeleting = 16

interface Needs {
  readonly call: Call
  readonly storage: StorageOptions
  /** An object that lies in the bucket until its checksum is known. */
  objectIn(id: string): StoredObject
  join(parts: readonly Source[], blob: Blob): Promise<void>
}

/** Sends a file's parts as objects while it is written, and joins them within the bucket under the checksum of all. */
export function forwardFile({ call, storage, objectIn, join }: Needs, file: string, size: number): ForwardedFile {
  const partBytes = Math.max(minPartBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
  const [id, digest, stop] = [newId(), createHash('sha256'), new AbortController()]
  const [parts, sends]: [Source[], Promise<void>[]] = [[], []]
  let [arrived, used] = [0, 0]
  let checksum: string | undefined
  let turn: Promise<void> = Promise.resolve()

  async function send(content: Buffer, checksum: string): Promise<void> {
    const object = objectIn(`${id}-${sends.length + 1}`)
    const put = ({ client, library }: Connection) =>
      sendBody(client, new library.PutObjectCommand({ ...object, ...storage, Body: content }), checksum, stop.signal)
    const part = { ...object, tag: undefined as string | undefined }
    parts.push(part)
    part.tag = await call('s3:PutObject', put, { signal: stop.signal })
  }

  async function sendNext(): Promise<void> {
    while (used < arrived && (arrived === size || arrived - used >= partBytes)) {
      await sends.at(-2)
      const content = Buffer.allocUnsafe(Math.min(partBytes, arrived - used))
      const pieces = createReadStream(file, { start: used, end: used + content.length - 1, highWaterMark: mebibyte })
      let filled = 0
      const part = await hashParts(pieces, stop.signal, async (piece) => {
        digest.update(piece)
        content.set(piece, filled)
        filled += piece.length
      })
      if (filled !== content.length) throw new Error(`${file} became shorter`)
      used += filled
      const sending = send(content, part.checksum)
      // It is told by the next part but one, or at the end.
      sending.catch(() => undefined)
      sends.push(sending)
    }
  }

  return {
    written(bytes) {
      arrived = bytes
      turn = turn.then(sendNext)
      turn.catch(() => undefined)
    },
    async finish({ checksum: expected } = {}) {
      try {
        await turn
        await Promise.all(sends)
        if (used !== size) return undefined
        checksum ??= digest.digest('hex')
        if ((expected ?? checksum) !== checksum) throw new ChecksumDiffers(`the upload has the checksum ${checksum}`)
        await join(parts, { checksum, size })
        return { checksum, size }
      } catch (error) {
        if (error instanceof ChecksumDiffers) throw error
        return undefined
      }
    },
    async discard() {
      stop.abort()
      await Promise.allSettled([turn, ...sends])
      await inTurns(parts, maxDeleting, (part) =>
        call('s3:DeleteObject', ({ client }) => client.deleteObject({ Bucket: part.Bucket, Key: part.Key })),
      )
    },
  }
}
