import type { StoredObject } from './read.ts'
import type { BucketAccess } from '../../../config.ts'
import { isChecksum } from '../blob-store.ts'
import type { RemoteContents } from '../remote.ts'
import { createCall, type Call, type Keys } from './connection.ts'
import { createDirectTransfers } from './direct.ts'
import { claimPrefix } from './ownership.ts'
import { readObject } from './read.ts'
import { abortUnfinished, deleteStaged, sendFile, uploadInParts, type StorageOptions } from './upload.ts'

/** Bytes up to which a file is sent in one request. */
const maxSingleBytes = 64 * 1024 ** 2
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
  const storage = {
    ...(encryption !== undefined && { ServerSideEncryption: encryption }),
    ...(storageClass !== undefined && { StorageClass: storageClass }),
  } as StorageOptions
  const staging = `${folder}incoming/`
  let answeredAt = 0

  /** An answer to HEAD has no body, so that a bucket that is gone looks like an object that is. */
  async function requireBucket(): Promise<void> {
    if (Date.now() - answeredAt < bucketTime) return
    await call('s3:ListBucket', ({ client, library }) =>
      client.send(new library.ListObjectsV2Command({ Bucket, Prefix: folder, MaxKeys: 1 })),
    )
    answeredAt = Date.now()
  }

  async function stat(checksum: string) {
    try {
      const { ContentLength: size = 0, LastModified: time } = await call('s3:GetObject', ({ client, library }) =>
        client.send(new library.HeadObjectCommand(objectOf(checksum))),
      )
      return { checksum, size, putAt: secondOf(time) }
    } catch (error) {
      const { cause } = error as Error
      if (!(cause instanceof Error && cause.name === 'NotFound')) throw error
      await requireBucket()
      return undefined
    }
  }

  return {
    direct: createDirectTransfers({ call, access, staging, storage, objectOf, stat }),
    stat,
    async write({ checksum, size }, file, signal) {
      const object = objectOf(checksum)
      if (typeof file === 'string' && size > maxSingleBytes)
        return uploadInParts({ call, object, storage, file, size, signal })
      await call(
        's3:PutObject',
        ({ client, library }) => {
          const command = new library.PutObjectCommand({ ...object, ...storage })
          return sendFile(client, command, { file, start: 0, size, digest: checksum, signal })
        },
        { signal },
      )
    },
    read: (checksum, range) => readObject(call, objectOf(checksum), range),
    delete: (checksum) => deleteObject(call, objectOf(checksum)),
    async *list() {
      let next: string | undefined
      do {
        const page = await call('s3:ListBucket', ({ client, library }) =>
          client.send(new library.ListObjectsV2Command({ Bucket, Prefix: folder, ContinuationToken: next })),
        )
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
    await call('s3:DeleteObject', ({ client, library }) => client.send(new library.DeleteObjectCommand(object)), {
      isRepeatedUnanswered: false,
    })
  } catch (error) {
    // Whoever puts the same content waits for this call: a deletion that is still on its way must not come after the put.
    await new Promise((resolve) => setTimeout(resolve, startedAt + deletionTime - Date.now()))
    throw error
  }
}

/** In whole seconds, as HEAD tells them: the same of both calls. */
const secondOf = (time: Date | undefined): number => Math.floor((time?.getTime() ?? 0) / 1_000) * 1_000
