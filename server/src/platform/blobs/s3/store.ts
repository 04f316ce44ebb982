import { join } from 'node:path'
import type { BucketAccess } from '../../../config.ts'
import type { StoreNeeds } from '#platform/platform'
import { StoreUnreachable, type BlobStore } from '../blob-store.ts'
import { createRemoteBlobs } from '../remote.ts'
import type { Keys } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { failureOfBucket } from './failure.ts'

/** Milliseconds that a start waits for the bucket. */
const startTime = 15_000
/** Faults of the settings, which waiting does not mend. */
const ofSettings = ['bucket-missing', 'key-needed', 'key-refused', 'region-wrong', 'not-s3', 'host-unknown']

/** A server does not start when its settings of the bucket are wrong. It does when the bucket is away. */
export function openBucketStore(access: BucketAccess, needs: StoreNeeds, keys?: Keys): BlobStore {
  const { config, log, paths, lifecycle } = needs
  const contents = createBucketContents(access, keys)
  const blobs = createRemoteBlobs({
    contents,
    incoming: join(paths.blobs, 'incoming'),
    copies: paths.blobCopies,
    maxCopiedBytes: config.blobCacheBytes,
  })
  lifecycle.onStart(async () => {
    await blobs.clear()
    try {
      await contents.clear(AbortSignal.timeout(startTime))
    } catch (error) {
      const isRefused =
        error instanceof StoreUnreachable &&
        error.cause instanceof Error &&
        ofSettings.includes(failureOfBucket(error.cause, access).failure)
      if (isRefused) throw new Error(`VERMILION_BLOBS: ${error.text.en}`, { cause: error })
      const problem = error instanceof StoreUnreachable ? error.text.en : String(error)
      log.warn({ problem }, 'the bucket of the contents cannot be looked at')
    }
  })
  return blobs
}
