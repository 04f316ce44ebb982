import { fail } from '@vermilion/contract/kernel/errors'
import { isInPlace } from '@vermilion/contract/spaces'
import type { ScanReport, Space } from '@vermilion/contract/spaces'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Spaces } from '#areas/spaces'

export interface ScanOrder {
  readonly spaceId: string
  readonly acceptEmpty: boolean
  /** Username of who asked for it. */
  readonly owner: string | null
}

/** How far a scan is: everything up to a folder is in line, and this was found on the way. */
export interface ScanPoint {
  readonly after: string
  readonly done: number
  readonly report: ScanReport
}

export const scanJob = jobKind<ScanOrder, ScanPoint>('scan-space')

/** Milliseconds before what was noticed by chance leads to another scan of the same space. */
const rescanInterval = 30_000

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly spaces: Spaces
}

export type Scans = ReturnType<typeof createScans>

/** What leads to a scan: somebody asks for it, or a file turned out to be other than the index says. */
export function createScans({ database, clock, jobs, spaces }: Needs) {
  const rescannedAt = new Map<string, number>()

  /** In one transaction with what led to it. A wish to accept an empty folder is not lost in a scan without it. */
  function enqueueScan(order: ScanOrder): Promise<void> {
    const { spaceId, acceptEmpty } = order
    return database.transaction(async () => {
      await jobs.enqueue(scanJob, acceptEmpty ? `${spaceId} accept-empty` : spaceId, order)
      await spaces.setStatus(spaceId, 'processing')
    })
  }

  return {
    enqueue: enqueueScan,

    /** From the end of what noticing led to, however long it took, the time until the next one counts. */
    restartPause(spaceId: string): void {
      if (rescannedAt.has(spaceId)) rescannedAt.set(spaceId, clock.now())
    },

    /** Looks through a space's folder again. Fails as `space.not-found` or `space.managed`. */
    start(spaceId: string, { acceptEmpty, owner }: Omit<ScanOrder, 'spaceId'>): Promise<Space> {
      return database.transaction(async () => {
        const space = await spaces.get(spaceId)
        if (!isInPlace(space)) throw fail('space.managed', { name: space.name })
        await enqueueScan({ spaceId, acceptEmpty, owner })
        return spaces.get(spaceId)
      })
    },

    /** A file was found to be other than the index says: the space is looked through soon. */
    async rescanSoon(spaceId: string): Promise<void> {
      const last = rescannedAt.get(spaceId)
      if (last !== undefined && clock.now() - last < rescanInterval) return
      rescannedAt.set(spaceId, Number.POSITIVE_INFINITY)
      try {
        await enqueueScan({ spaceId, acceptEmpty: false, owner: null })
      } catch (error) {
        rescannedAt.delete(spaceId)
        throw error
      }
    },
  }
}
