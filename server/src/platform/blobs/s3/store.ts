import { join } from 'node:path'
import type { BucketAccess, Config } from '../../../config.ts'
import type { DataPaths } from '#platform/data-folder'
import type { Lead } from '#platform/lead/lead'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { readOwnId } from '#platform/own-id'
import { StoreUnreachable, type BlobStore } from '../blob-store.ts'
import { createRemoteBlobs } from '../remote.ts'
import { createWatch } from '../watch.ts'
import type { Keys } from './connection.ts'
import { createBucketContents } from './contents.ts'
import { failureOfBucket, problemOfBucket } from './failure.ts'

/** Milliseconds that a start waits for the bucket. */
const startTime = 15_000
/** Faults of the settings, which waiting does not mend. */
const ofSettings = ['bucket-missing', 'key-needed', 'key-refused', 'region-wrong', 'not-s3', 'host-unknown']

class PrefixTaken extends Error {}

export interface StoreNeeds {
  readonly config: Pick<Config, 'blobCacheBytes'>
  readonly log: Log
  readonly paths: DataPaths
  readonly lead?: Pick<Lead, 'requireConfirmed'> | undefined
  readonly lifecycle: Lifecycle
}

interface BucketOptions {
  readonly keys?: Keys | undefined
  /** False where contents of the data folder must be there already. */
  readonly isNew?: boolean
  /** The folder of what is on its way: another than the usual one beside a server that may run. */
  readonly incoming?: string | undefined
}

/** Contents in a bucket, or below a prefix of it, which this data folder shares with no other. */
export function createBucketBlobs(
  access: BucketAccess,
  { config, paths, lead }: Pick<StoreNeeds, 'config' | 'paths' | 'lead'>,
  { keys, isNew = true, incoming = join(paths.blobs, 'incoming') }: BucketOptions = {},
) {
  const contents = createBucketContents(access, keys)
  const address = `s3://${access.bucket}/${access.prefix}`
  let isOwn = false

  /** Also when the bucket was away at the start, and for commands that never start: nothing of another data folder is deleted. */
  async function requireOwn(): Promise<void> {
    if (isOwn) return
    const own = await readOwnId(paths.bucketOwner)
    const owner = await contents.claim(isNew ? own : undefined)
    if (owner === undefined)
      throw new PrefixTaken(
        `VERMILION_BLOBS: the contents of this data folder are not in ${address} any more. Is AWS_ENDPOINT_URL that of its service?`,
      )
    if (owner !== own)
      throw new PrefixTaken(
        `VERMILION_BLOBS: another data folder (${owner}, this one is ${own}) has its contents in ${address}. Choose another prefix; if the other is gone for good, delete the object vermilion-data-folder there`,
      )
    isOwn = true
  }

  const watch = createWatch(contents.claim)
  const blobs = createRemoteBlobs({
    contents: {
      ...contents,
      // An upload that becomes content replaces what lies there under its checksum.
      direct: (inOrder) =>
        contents.direct!(async (checksum, work) => {
          await requireOwn()
          lead?.requireConfirmed()
          return inOrder(checksum, work)
        }),
      write: (...content) => requireOwn().then(() => contents.write(...content)),
      async delete(...content) {
        await requireOwn()
        // Another server may have been given the same content since.
        lead?.requireConfirmed()
        return contents.delete(...content)
      },
    },
    incoming,
    copies: paths.blobCopies,
    maxCopiedBytes: config.blobCacheBytes,
    note: watch.note,
  })
  return { ...blobs, requireOwn, watch, contents, service: () => ({ address, away: watch.away() }) }
}

/** A server does not start when its settings of the bucket are wrong. It does when the bucket is away. */
export function openBucketStore(access: BucketAccess, needs: StoreNeeds, options?: BucketOptions): BlobStore {
  const { log, lifecycle } = needs
  const blobs = createBucketBlobs(access, needs, options)
  const { requireOwn, watch, contents } = blobs
  let daily: NodeJS.Timeout | undefined
  lifecycle.onStart(async () => {
    await blobs.clear()
    daily = setInterval(() => void contents.clear().catch(() => undefined), 24 * 3_600_000).unref()
    try {
      await contents.clear(AbortSignal.timeout(startTime))
      await requireOwn()
    } catch (error) {
      const cause = error instanceof StoreUnreachable ? error.cause : error
      if (error instanceof PrefixTaken || !(cause instanceof Error)) throw error
      const failed = failureOfBucket(cause, access)
      const problem = problemOfBucket(failed, 's3:ListBucketMultipartUploads', access).en
      watch.note(error)
      if (ofSettings.includes(failed.failure)) throw new Error(`VERMILION_BLOBS: ${problem}`, { cause: error })
      log.warn({ problem }, 'the bucket of the contents cannot be looked at')
    }
  })
  lifecycle.onStop(() => {
    clearInterval(daily)
    watch.stop()
  })
  return blobs
}
