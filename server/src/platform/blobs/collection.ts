import type { Platform } from '#platform/platform'
import { collectBlobs } from './index-check.ts'

const day = 24 * 3_600_000

type Needs = Pick<Platform, 'database' | 'blobs' | 'blobOwners' | 'clock' | 'log' | 'lifecycle'>

/** Deletes orphans soon after the start and then daily, in the background. */
export function keepCollecting({ database, blobs, blobOwners: owners, clock, log, lifecycle }: Needs): void {
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
