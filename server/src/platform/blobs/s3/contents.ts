import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ListObjectsV2Output, StorageClass } from '@aws-sdk/client-s3'
import type { BucketAccess } from '../../../config.ts'
import { isChecksum, type ByteRange } from '../blob-store.ts'
import type { RemoteContents } from '../remote.ts'
import { causeOf, createCall, type Call, type Connection, type Keys } from './connection.ts'
import { createDirectTransfers } from './direct.ts'
import { claimPrefix } from './ownership.ts'
import { readObject, type StoredObject } from './read.ts'
import { abortUnfinished, deleteStaged, sendBody, uploadInParts } from './upload.ts'

/** Bytes up to which a file is sent in one request. */
const maxSingleBytes = 64 * 1024 ** 2
/** Bytes of a file that is read at once. */
const maxReadBytes = 1024 ** 2
/** Milliseconds after which a deletion without an answer counts as one that will not be carried out any more. */
const deletionTime = 10_000
/** Milliseconds after which an upload counts as one that nobody goes on with. */
const unfinishedTime = 24 * 3_600_000
/** Milliseconds for which a bucket that answered counts as there. */
const bucketTime = 60_000

export interface BucketContents extends RemoteContents {
  /** Deletes what uploads that never ended have left in the bucket. Fails when the bucket cannot be used. */
  clear(signal?: AbortSignal): Promise<void>
  /** Notes the data folder whose contents these are, if one is given; returns the one that was noted first. */
  claim(folderId?: string): Promise<string | undefined>
}

/** Contents as objects of a bucket: `prefix/ab/abcd…` by checksum, which the bucket itself compares with what it is sent. */
export function createBucketContents(access: BucketAccess, keys?: Keys): BucketContents {
  const { bucket: Bucket, prefix, encryption, storageClass } = access
  const call = createCall(access, keys)
  const folder = prefix === '' ? '' : `${prefix}/`
  const objectOf = (checksum: string): StoredObject => ({ Bucket, Key: `${folder}${checksum.slice(0, 2)}/${checksum}` })
  const storage = { ServerSideEncryption: encryption, StorageClass: storageClass as StorageClass | undefined }
  const staging = `${folder}incoming/`
  let answeredAt = 0

  /** An answer to HEAD has no body, so that a bucket that is gone looks like an object that is. */
  async function requireBucket(): Promise<void> {
    if (Date.now() - answeredAt < bucketTime) return
    await call('s3:ListBucket', ({ client }) => client.listObjectsV2({ Bucket, Prefix: folder, MaxKeys: 1 }))
    answeredAt = Date.now()
  }

  async function stat(checksum: string) {
    try {
      const head = await call('s3:GetObject', ({ client }) => client.headObject(objectOf(checksum)))
      return { checksum, size: head.ContentLength ?? 0, putAt: secondOf(head.LastModified) }
    } catch (error) {
      if (causeOf(error) !== 'NotFound') throw error
      await requireBucket()
      return undefined
    }
  }

  return {
    direct: (inOrder) => createDirectTransfers({ call, access, staging, storage, objectOf, stat, inOrder }),
    stat,
    async write({ checksum, size }, content, signal) {
      const object = objectOf(checksum)
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
    read: (checksum, range) => readObject(call, objectOf(checksum), range),
    delete: (checksum) => deleteObject(call, objectOf(checksum)),
    async *list() {
      let next: string | undefined
      do {
        const from = { Bucket, Prefix: folder, ContinuationToken: next }
        const page: ListObjectsV2Output = await call('s3:ListBucket', ({ client }) => client.listObjectsV2(from))
        for (const { Key = '', Size: size = 0, LastModified: time } of page.Contents ?? []) {
          const checksum = Key.slice(folder.length + 3)
          if (isChecksum(checksum) && Key === objectOf(checksum).Key) yield { checksum, size, putAt: secondOf(time) }
        }
        next = page.NextContinuationToken
      } while (next !== undefined)
    },
    claim: (folderId) => claimPrefix(call, { Bucket, Key: `${folder}vermilion-data-folder` }, folderId),
    async clear(signal) {
      await abortUnfinished(call, { Bucket, Prefix: folder }, Date.now() - unfinishedTime, signal)
      await deleteStaged(call, Bucket, staging, Date.now() - unfinishedTime)
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

/** In whole seconds, as HEAD tells them: the same of both calls. */
const secondOf = (time: Date | undefined): number => Math.floor((time?.getTime() ?? 0) / 1_000) * 1_000
