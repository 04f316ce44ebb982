import { join } from 'node:path'
import type { BucketAccess, Config } from '../../../config.ts'
import type { DataPaths } from '#platform/data-folder'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { StoreUnreachable, type BlobStore } from '../blob-store.ts'
import { createRemoteBlobs } from '../remote.ts'
import { watchContents } from '../watched.ts'
import type { Keys } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { failureOfBucket, problemOfBucket } from './failure.ts'
import { readFolderId } from './ownership.ts'

/** Milliseconds that a start waits for the bucket. */
const startTime = 15_000
/** Faults of the settings, which waiting does not mend. */
const ofSettings = ['bucket-missing', 'key-needed', 'key-refused', 'region-wrong', 'not-s3', 'host-unknown']

export interface StoreNeeds {
  readonly config: Pick<Config, 'blobCacheBytes'>
  readonly log: Log
  readonly paths: DataPaths
  readonly lifecycle: Lifecycle
}

/**
 * A server does not start when its settings of the bucket are wrong. It does when the bucket is away. `isNew` is false where
 * contents of the data folder must be there already.
 */
export function openBucketStore(access: BucketAccess, needs: StoreNeeds, keys?: Keys, isNew = true): BlobStore {
  const { config, log, paths, lifecycle } = needs
  const contents = createBucketContents(access, keys)
  const address = `s3://${access.bucket}/${access.prefix}`
  const watched = watchContents(contents, () => readFolderId(paths.bucketOwner).then(contents.claim), lifecycle)
  const blobs = createRemoteBlobs({
    contents: watched.contents,
    incoming: join(paths.blobs, 'incoming'),
    copies: paths.blobCopies,
    maxCopiedBytes: config.blobCacheBytes,
  })
  lifecycle.onStart(async () => {
    await blobs.clear()
    const own = await readFolderId(paths.bucketOwner)
    let owner: string | undefined = own
    try {
      await contents.clear(AbortSignal.timeout(startTime))
      owner = await contents.claim(isNew ? own : undefined)
    } catch (error) {
      const cause = error instanceof StoreUnreachable ? error.cause : error
      const failed = cause instanceof Error ? failureOfBucket(cause, access) : undefined
      if (failed === undefined) throw error
      const problem = problemOfBucket(failed, 's3:ListBucketMultipartUploads', access).en
      watched.note(error)
      if (ofSettings.includes(failed.failure)) throw new Error(`VERMILION_BLOBS: ${problem}`, { cause: error })
      log.warn({ problem }, 'the bucket of the contents cannot be looked at')
    }
    requireOwner(owner, own, access)
  })
  return { ...blobs, service: () => ({ address, away: watched.away() }) }
}

/** Fails unless the contents of this data folder lie in the bucket, or none. */
export function requireOwner(owner: string | undefined, own: string, { bucket, prefix }: BucketAccess): void {
  if (owner === own) return
  const [address, isMissing] = [`s3://${bucket}/${prefix}`, owner === undefined]
  const missing = `the contents of this data folder are not in ${address} any more. Is AWS_ENDPOINT_URL that of its service?`
  const foreign = `another data folder (${owner}, this one is ${own}) has its contents in ${address}. Choose another prefix; if the other is gone for good, delete the object vermilion-data-folder there`
  throw new Error(`VERMILION_BLOBS: ${isMissing ? missing : foreign}`)
}
