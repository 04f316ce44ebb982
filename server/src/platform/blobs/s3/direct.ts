import { text } from 'node:stream/consumers'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { directPartBytes } from '@vermilion/contract/files/direct-uploads'
import { newId } from '#platform/ids'
import type { BucketAccess } from '../../../config.ts'
import { ChecksumDiffers, type DirectTransfers, type StagedUpload } from '../blob-store.ts'
import type { InOrder } from '../remote.ts'
import { ifMissing } from '../folder-file.ts'
import { hashParts } from '../incoming.ts'
import type { Call } from './connection.ts'
import { copyObject, joinObjects } from './copy.ts'
import { forwardFile } from './forwarding.ts'
import { presign } from './presign.ts'
import { readObject, type StoredObject } from './read.ts'
import { ifNoUpload, mebibyte, type StorageOptions } from './upload.ts'

/** Seconds: an upload is not gone on with after a day. */
const [probeTime, partTime] = [300, 86_400]
/** Bytes from which a file is sent on while it arrives. */
const minForwarded = 64 * mebibyte

interface Needs {
  readonly call: Call
  readonly access: BucketAccess
  /** The prefix of objects that lie there until their checksum is known. */
  readonly staging: string
  readonly storage: StorageOptions
  objectOf(checksum: string): StoredObject
  stat(checksum: string): Promise<object | undefined>
  readonly inOrder: InOrder
}

export function createDirectTransfers(needs: Needs): DirectTransfers {
  const { call, access, staging, storage, objectOf, stat, inOrder } = needs
  const { bucket, prefix, endpoint = null } = access
  const objectIn = (id: string): StoredObject => ({ Bucket: bucket, Key: `${staging}${id}` })
  const remove = (id: string) => call('s3:DeleteObject', ({ client }) => client.deleteObject(objectIn(id)))

  /** Does nothing for one that is put together already: a call may be repeated after a crash. */
  const putTogether = ({ id, uploadId: UploadId }: StagedUpload) =>
    call('s3:PutObject', async ({ client, library }) => {
      const [upload, Parts] = [{ ...objectIn(id), UploadId }, [] as CompletedPart[]]
      for await (const page of library.paginateListParts({ client }, upload)) {
        for (const { PartNumber, ETag } of page.Parts ?? []) Parts.push({ PartNumber, ETag })
        // The last page, too, says where the next would begin.
        if (page.IsTruncated !== true) break
      }
      await client.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } })
    }).catch(ifNoUpload)

  return {
    place: { bucket: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`, endpoint },
    openings: { browserSource: null, nodes: false },
    async address(checksum, { seconds, mediaType: ResponseContentType, disposition: ResponseContentDisposition }) {
      if ((await stat(checksum)) === undefined) return undefined
      const object = { ...objectOf(checksum), ResponseContentType, ResponseContentDisposition }
      return presign(call, (library) => new library.GetObjectCommand(object), seconds)
    },
    async addProbe(contentOf) {
      const id = newId()
      const object = objectIn(id)
      await call('s3:PutObject', ({ client }) => client.putObject({ ...object, Body: contentOf(id) }))
      const read = await presign(call, (library) => new library.GetObjectCommand(object), probeTime)
      const write = await presign(call, (library) => new library.PutObjectCommand(object), probeTime)
      return { id, read, write, source: read.slice(0, read.lastIndexOf(`incoming/${id}`)) }
    },
    async takeProbe(id) {
      const object = await readObject(call, objectIn(id)).catch(ifMissing)
      const content = object && (await text(object.stream))
      if (object !== undefined) await remove(id)
      return content
    },
    async begin(size) {
      const id = newId()
      const object = { ...objectIn(id), ...storage }
      const { UploadId = '' } = await call('s3:PutObject', ({ client }) => client.createMultipartUpload(object))
      const addresses: string[] = []
      for (let start = 0; start < size; start += directPartBytes) {
        const part = { ...objectIn(id), UploadId, PartNumber: addresses.length + 1 }
        const bytes = Math.min(directPartBytes, size - start)
        addresses.push(await presign(call, (library) => new library.UploadPartCommand(part), partTime, bytes))
      }
      return { id, uploadId: UploadId, size, addresses }
    },
    async finish(upload, { checksum: expected, signal } = {}) {
      const object = objectIn(upload.id)
      await putTogether(upload)
      const { ETag: tag } = await call('s3:GetObject', ({ client }) => client.headObject(object))
      const blob = await hashParts((await readObject(call, object)).stream, signal)
      const { checksum, size } = blob
      if (size !== upload.size || (expected ?? checksum) !== checksum)
        throw new ChecksumDiffers(`the upload has the checksum ${checksum} and ${size} bytes`)
      const target = { call, storage, object: objectOf(checksum), size }
      await inOrder(checksum, () => copyObject({ ...object, tag }, target))
      return blob
    },
    forward(file, size) {
      const join: Parameters<typeof forwardFile>[0]['join'] = (parts, { checksum }) =>
        inOrder(checksum, () => joinObjects(parts, { call, storage, object: objectOf(checksum), size }))
      return size < minForwarded ? undefined : forwardFile({ call, storage, objectIn, join }, file, size)
    },
    async discard({ id, uploadId: UploadId }) {
      const upload = { ...objectIn(id), UploadId }
      await call('s3:AbortMultipartUpload', ({ client }) => client.abortMultipartUpload(upload)).catch(ifNoUpload)
      await remove(id)
    },
  }
}
