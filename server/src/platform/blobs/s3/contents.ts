import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { StorageClass } from '@aws-sdk/client-s3'
import type { BucketAccess } from '../../../config.ts'
import type { ByteRange } from '../blob-store.ts'
import type { RemoteContents } from '../remote.ts'
import { createCall, type Call, type Connection, type Keys } from './connection.ts'
import { createDirectTransfers } from './direct.ts'
import { createContentObjects, ifNoObject, secondOf } from './objects.ts'
import { claimPrefix } from './ownership.ts'
import { readObject, type StoredObject } from './read.ts'
import { abortUnfinished, sendBody, uploadInParts } from './upload.ts'

/** Bytes up to which a file is sent in one request. */
const maxSingleBytes = 64 * 1024 ** 2
/** Bytes of a file that is read at once. */
const maxReadBytes = 1024 ** 2
/** Milliseconds after which a deletion without an answer counts as one that will not be carried out any more. */
const deletionTime = 10_000
/** Milliseconds after which an upload counts as one that nobody goes on with. */
const unfinishedTime = 24 * 3_600_000

export interface BucketContents extends RemoteContents {
  /** Deletes what uploads that never ended have left in the bucket. Fails when the bucket cannot be used. */
  clear(signal?: AbortSignal): Promise<void>
  /** Notes the data folder whose contents these are, if one is given; returns the one that was noted first. */
  claim(folderId?: string): Promise<string | undefined>
}

/** Contents as objects of a bucket, which itself compares them with their checksums as they are sent. */
export function createBucketContents(access: BucketAccess, keys?: Keys): BucketContents {
  const { bucket: Bucket, prefix, encryption, storageClass } = access
  const call = createCall(access, keys)
  const folder = prefix === '' ? '' : `${prefix}/`
  const objects = createContentObjects(call, Bucket, folder)
  const storage = { ServerSideEncryption: encryption, StorageClass: storageClass as StorageClass | undefined }

  async function stat(checksum: string) {
    const head = (object: StoredObject) => call('s3:GetObject', ({ client }) => client.headObject(object))
    const object = await head(objects.ofChecksum(checksum)).catch(ifNoObject)
    if (object !== undefined) return { checksum, size: object.ContentLength ?? 0, putAt: secondOf(object.LastModified) }
    const [name] = await objects.namesOf(checksum)
    const upload = name && (await head(objects.ofUpload(name.uploadId)).catch(ifNoObject))
    return name && upload && { ...name, size: upload.ContentLength ?? 0 }
  }

  return {
    direct: (inOrder) => createDirectTransfers({ call, access, storage, objects, inOrder }),
    stat,
    async write({ checksum, size }, content, signal) {
      const object = objects.ofChecksum(checksum)
      const isFile = typeof content === 'string'
      if (isFile && size > maxSingleBytes) {
        const open = async (range: ByteRange) => createReadStream(content, range)
        return uploadInParts({ call, object, storage, open, size, signal })
      }
      const send = async ({ client, library }: Connection) => {
        const open = size > maxReadBytes ? createReadStream : readFile
        const put = { ...object, ...storage, Body: isFile ? await open(content) : content, ContentLength: size }
        return sendBody(client, new library.PutObjectCommand(put), checksum, signal)
      }
      await call('s3:PutObject', send, { signal })
    },
    read: (checksum, range) => objects.onContent(checksum, (object) => readObject(call, object, range)),
    delete: (checksum, uploadId) =>
      uploadId === undefined
        ? deleteObject(call, objects.ofChecksum(checksum))
        : objects.removeNamed({ checksum, uploadId }),
    list: objects.list,
    claim: (folderId) => claimPrefix(call, { Bucket, Key: `${folder}vermilion-data-folder` }, folderId),
    async clear(signal) {
      await abortUnfinished(call, { Bucket, Prefix: folder }, Date.now() - unfinishedTime, signal)
      await objects.deleteUnnamed(Date.now() - unfinishedTime)
    },
  }
}

async function deleteObject(call: Call, object: StoredObject): Promise<void> {
  const startedAt = Date.now()
  try {
    await call('s3:DeleteObject', ({ client }) => client.deleteObject(object), { isRepeatedUnanswered: false })
  } catch (error) {
    // Whoever puts the same content waits for this call: a deletion that is still on its way must not come after the put.
    await delay(startedAt + deletionTime - Date.now())
    throw error
  }
}
