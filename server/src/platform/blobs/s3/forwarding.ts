import { createHash, hash } from 'node:crypto'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { ChecksumDiffers, type Blob, type ForwardedUpload, type PutOptions, type StagedUpload } from '../blob-store.ts'
import type { Call, Connection } from './connection.ts'
import type { StoredObject } from './read.ts'
import { ifNoUpload, maxParts, mebibyte, sendBody } from './upload.ts'

/** Bytes of a part, and parts that are on their way at the same time: so much is in memory. */
const [minPartBytes, maxSending] = [8 * mebibyte, 3]

interface Needs {
  readonly call: Call
  readonly object: StoredObject
  /** Makes content of the complete object; reads it for its checksum where that is not given. */
  finish(upload: StagedUpload, options: PutOptions & { readonly known?: Blob }): Promise<Blob>
}

/**
 * Sends an upload on to the bucket while it arrives. After a failure, or a restart, what the bucket has is what arrived, and the
 * checksum is that of what is read there.
 */
export async function forwardUpload({ call, object, finish }: Needs, upload: StagedUpload): Promise<ForwardedUpload> {
  const { uploadId: UploadId, size } = upload
  const partBytes = Math.max(minPartBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
  const stored = await storedBytes(call, object, upload, partBytes)
  const digest = stored === 0 ? createHash('sha256') : undefined
  const [sends, unused, stop] = [new Set<Promise<unknown>>(), [] as Buffer[], new AbortController()]
  let [arrived, filled] = [stored, 0]
  let part: Buffer | undefined
  let checksum: string | undefined

  async function sendPart(content: Buffer, PartNumber: number): Promise<void> {
    const checksum = hash('sha256', content, 'hex')
    const input = { ...object, UploadId, PartNumber, Body: content, ContentLength: content.length }
    const send = ({ client, library }: Connection) =>
      sendBody(client, new library.UploadPartCommand(input), checksum, stop.signal)
    await call('s3:PutObject', send, { signal: stop.signal })
    unused.push(content)
  }

  async function sendOn(content: Buffer): Promise<void> {
    while (sends.size >= maxSending) await Promise.race(sends)
    const sending = sendPart(content, Math.ceil(arrived / partBytes))
    sends.add(sending)
    // A failure is told by the next part, or at the end.
    sending.then(() => sends.delete(sending)).catch(() => undefined)
  }

  return {
    arrived: () => arrived,
    async write(content) {
      digest?.update(content)
      for (let used = 0; used < content.length;) {
        const length = Math.min(partBytes, size - (arrived - filled))
        part ??= (unused.pop() ?? Buffer.allocUnsafe(partBytes)).subarray(0, length)
        const piece = content.subarray(used, used + length - filled)
        part.set(piece, filled)
        used += piece.length
        filled += piece.length
        arrived += piece.length
        if (filled < length) continue
        await sendOn(part)
        filled = 0
        part = undefined
      }
    },
    async finish({ checksum: expected, ...options } = {}) {
      await Promise.all(sends)
      checksum ??= digest?.digest('hex')
      if (checksum === undefined) return finish(upload, { ...options, checksum: expected })
      if ((expected ?? checksum) !== checksum) throw new ChecksumDiffers(`the upload has the checksum ${checksum}`)
      return finish(upload, { ...options, known: { checksum, size } })
    },
    async stop() {
      stop.abort()
      await Promise.allSettled(sends)
    },
  }
}

/** All bytes of an object that is complete; of another the parts from its first on. */
async function storedBytes(call: Call, object: StoredObject, upload: StagedUpload, partBytes: number): Promise<number> {
  const { uploadId: UploadId, size } = upload
  const parts = await listParts(call, object, UploadId).catch(ifNoUpload)
  if (parts === undefined) {
    const { ContentLength } = await call('s3:GetObject', ({ client }) => client.headObject(object))
    return ContentLength ?? 0
  }
  const missing = parts.findIndex(({ PartNumber }, index) => PartNumber !== index + 1)
  return Math.min(size, (missing === -1 ? parts.length : missing) * partBytes)
}

export function listParts(call: Call, object: StoredObject, UploadId: string): Promise<CompletedPart[]> {
  return call('s3:PutObject', async ({ client, library }) => {
    const parts: CompletedPart[] = []
    for await (const page of library.paginateListParts({ client }, { ...object, UploadId })) {
      for (const { PartNumber, ETag } of page.Parts ?? []) parts.push({ PartNumber, ETag })
      // The last page, too, says where the next would begin.
      if (page.IsTruncated !== true) break
    }
    return parts
  })
}
