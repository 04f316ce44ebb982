import { text } from 'node:stream/consumers'
import { directPartBytes } from '@vermilion/contract/files/direct-uploads'
import { newId } from '#platform/ids'
import type { BucketAccess } from '../../../config.ts'
import { ChecksumDiffers, type Blob, type DirectTransfers, type PutOptions, type StagedUpload } from '../blob-store.ts'
import type { InOrder } from '../remote.ts'
import { ifMissing } from '../folder-file.ts'
import { hashParts } from '../incoming.ts'
import type { Call } from './connection.ts'
import { forwardUpload, listParts } from './forwarding.ts'
import { ifNoObject, type ContentObjects } from './objects.ts'
import { presign } from './presign.ts'
import { readObject, type StoredObject } from './read.ts'
import { ifNoUpload, mebibyte, type StorageOptions } from './upload.ts'

/** Seconds: an upload is not gone on with after a day. */
const [probeTime, partTime] = [300, 86_400]
/** Bytes from which an upload is sent on while it arrives. */
const minForwarded = 64 * mebibyte

interface Needs {
  readonly call: Call
  readonly access: BucketAccess
  readonly storage: StorageOptions
  readonly objects: ContentObjects
  readonly inOrder: InOrder
}

export function createDirectTransfers(needs: Needs): DirectTransfers {
  const { call, access, storage, objects, inOrder } = needs
  const { bucket, prefix, endpoint = null } = access
  const { ofUpload } = objects
  const remove = (id: string) => call('s3:DeleteObject', ({ client }) => client.deleteObject(ofUpload(id)))
  const head = (object: StoredObject) => call('s3:GetObject', ({ client }) => client.headObject(object))

  async function create(size: number): Promise<StagedUpload> {
    const id = newId()
    const object = { ...ofUpload(id), ...storage }
    const { UploadId = '' } = await call('s3:PutObject', ({ client }) => client.createMultipartUpload(object))
    return { id, uploadId: UploadId, size }
  }

  /** Does nothing for one that is put together already: a call may be repeated after a crash. */
  async function putTogether({ id, uploadId: UploadId }: StagedUpload): Promise<void> {
    const object = ofUpload(id)
    const complete = async () => {
      const upload = { ...object, UploadId, MultipartUpload: { Parts: await listParts(call, object, UploadId) } }
      await call('s3:PutObject', ({ client }) => client.completeMultipartUpload(upload))
    }
    await complete().catch(ifNoUpload)
  }

  async function finish(
    upload: StagedUpload,
    { checksum: expected, signal, known }: PutOptions & { readonly known?: Blob } = {},
  ): Promise<Blob> {
    const object = ofUpload(upload.id)
    await putTogether(upload)
    const { ContentLength: stored = 0 } = await head(object)
    const blob = known ?? (await hashParts((await readObject(call, object)).stream, signal))
    const { checksum } = blob
    if (stored !== upload.size || (expected ?? checksum) !== checksum) {
      const names = await objects.namesOf(checksum)
      // An upload that was finished earlier, and named, stays.
      if (names.every(({ uploadId }) => uploadId !== upload.id)) await remove(upload.id)
      throw new ChecksumDiffers(`the upload has the checksum ${checksum} and ${stored} bytes`)
    }
    await inOrder(checksum, () => objects.nameUpload(upload.id, checksum))
    return blob
  }

  return {
    place: { bucket: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`, endpoint },
    openings: { browserSource: null, nodes: false },
    async address(checksum, { seconds, mediaType: ResponseContentType, disposition: ResponseContentDisposition }) {
      const content = await objects.onContent(checksum, (object) => head(object).then(() => object)).catch(ifNoObject)
      if (content === undefined) return undefined
      const object = { ...content, ResponseContentType, ResponseContentDisposition }
      return presign(call, (library) => new library.GetObjectCommand(object), seconds)
    },
    async addProbe(contentOf) {
      const id = newId()
      const object = ofUpload(id)
      await call('s3:PutObject', ({ client }) => client.putObject({ ...object, Body: contentOf(id) }))
      const read = await presign(call, (library) => new library.GetObjectCommand(object), probeTime)
      const write = await presign(call, (library) => new library.PutObjectCommand(object), probeTime)
      return { id, read, write, source: read.slice(0, read.lastIndexOf(`uploads/${id}`)) }
    },
    async takeProbe(id) {
      const object = await readObject(call, ofUpload(id)).catch(ifMissing)
      const content = object && (await text(object.stream))
      if (object !== undefined) await remove(id)
      return content
    },
    async begin(size) {
      const upload = await create(size)
      const addresses: string[] = []
      for (let start = 0; start < size; start += directPartBytes) {
        const part = { ...ofUpload(upload.id), UploadId: upload.uploadId, PartNumber: addresses.length + 1 }
        const bytes = Math.min(directPartBytes, size - start)
        addresses.push(await presign(call, (library) => new library.UploadPartCommand(part), partTime, bytes))
      }
      return { ...upload, addresses }
    },
    finish: (upload, options) => finish(upload, options),
    beginForwarding: async (size) => (size < minForwarded ? undefined : create(size)),
    forward: (upload) => forwardUpload({ call, object: ofUpload(upload.id), finish }, upload).catch(ifNoObject),
    async discard({ id, uploadId: UploadId }) {
      const upload = { ...ofUpload(id), UploadId }
      await call('s3:AbortMultipartUpload', ({ client }) => client.abortMultipartUpload(upload)).catch(ifNoUpload)
    },
  }
}
