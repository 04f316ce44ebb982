import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { BlobStore } from './blob-store.ts'
import { collectBlobs } from './index-check.ts'
import type { BlobOwners } from './index-check.ts'

const day = 24 * 3_600_000

/** Deletes orphans soon after the start and then daily, in the background. */
export function keepCollecting(needs: {
  database: Database
  blobs: BlobStore
  blobOwners: BlobOwners
  clock: Clock
  log: Log
  lifecycle: Lifecycle
}): void {
  const { database, blobs, blobOwners: owners, clock, log, lifecycle } = needs
  let timer: NodeJS.Timeout | undefined
  let collecting: Promise<void> = Promise.resolve()

  async function collect(): Promise<void> {
    try {
      const count = await collectBlobs({ database, blobs, owners, clock })
      if (count > 0) log.info({ count }, 'content that nothing named was deleted')
    } catch (error) {
      log.error({ err: error }, 'content that nothing names could not be collected')
    }
  }

  const begin = () => void (collecting = collect())
  lifecycle.onStart(() => {
    begin()
    timer = setInterval(begin, day).unref()
  })
  lifecycle.onStop(async () => {
    clearInterval(timer)
    await collecting
  })
}
