import { fail } from '@vermilion/contract/kernel/errors'
import { isInPlace, type ScanReport, type Space } from '@vermilion/contract/spaces'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Spaces } from '#areas/spaces'

export interface ScanOrder {
  readonly spaceId: string
  readonly acceptEmpty: boolean
  readonly owner: string | null
}

/** A scan's resume point: everything up to a folder is indexed, with these results. */
export interface ScanPoint {
  readonly after: string
  readonly done: number
  readonly report: ScanReport
}

export const scanJob = jobKind<ScanOrder, ScanPoint>('scan-space')

/** Milliseconds before an observed difference triggers another scan of the same space. */
const rescanInterval = 30_000

interface Needs extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly spaces: Spaces
}

export type Scans = ReturnType<typeof createScans>

export function createScans({ database, clock, jobs, spaces }: Needs) {
  const rescannedAt = new Map<string, number>()

  /** Joins the caller's transaction. A request to accept an empty folder is not lost to a pending scan without it. */
  function enqueueScan(order: ScanOrder): Promise<void> {
    const { spaceId, acceptEmpty } = order
    return database.transaction(async () => {
      await jobs.enqueue(scanJob, acceptEmpty ? `${spaceId} accept-empty` : spaceId, order)
      await spaces.setStatus(spaceId, 'processing')
    })
  }

  return {
    enqueue: enqueueScan,

    /** The interval counts from the end of the triggered scan, however long it took. */
    restartPause(spaceId: string): void {
      if (rescannedAt.has(spaceId)) rescannedAt.set(spaceId, clock.now())
    },

    start(spaceId: string, { acceptEmpty, owner }: Omit<ScanOrder, 'spaceId'>): Promise<Space> {
      return database.transaction(async () => {
        const space = await spaces.get(spaceId)
        if (!isInPlace(space)) throw fail('space.managed', { name: space.name })
        await enqueueScan({ spaceId, acceptEmpty, owner })
        return spaces.get(spaceId)
      })
    },

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
