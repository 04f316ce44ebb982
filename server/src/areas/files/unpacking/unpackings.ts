import type { UploadMetadata } from '@vermilion/contract/files'
import type { Unpacking } from '@vermilion/contract/files/uploads'
import type { Blob } from '#platform/blobs/blob-store'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { spacePurged, spaceRestored, type Spaces } from '#areas/spaces'
import type { FileService } from '../service.ts'
import type { DiskQuota } from '../uploads/disk-quota.ts'
import { createUnpackingStore } from './store.ts'
import { createUnpackingResults, registerUnpacking, spaceDeleted, unpackingJob } from './unpacking.job.ts'

/** Milliseconds that an ended unpacking stays listed. */
const retention = 7 * 24 * 3_600_000

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'blobs' | 'blobOwners'> {
  readonly spaces: Spaces
  readonly files: FileService
  readonly diskQuota: DiskQuota
}

interface NewUnpacking extends Pick<UploadMetadata, 'spaceId' | 'path' | 'conflict'> {
  readonly blob: Blob
  readonly owner: string | null
}

export type Unpackings = ReturnType<typeof createUnpackings>

/**
 * Meanwhile the archive is content held by its row; stored files and the resume point commit together, so a crash duplicates
 * nothing.
 * An archive that cannot be unpacked is kept as a file; when its space is deleted meanwhile, its row holds it until the space is
 * restored or purged.
 */
export function createUnpackings(needs: Needs) {
  const { database, clock, events, jobs, blobs, blobOwners, spaces, files, diskQuota } = needs
  const store = createUnpackingStore(database)
  blobOwners.add({ category: 'upload', named: store.listReferenced, all: store.all })

  const results = createUnpackingResults({ database, clock, events, spaces, files, store })
  registerUnpacking({ database, jobs, blobs, diskQuota, store, results })

  events.listen(spaceRestored, async ({ spaceId }) => {
    for (const row of await store.held(spaceId)) await results.finish(row, 'failed', spaceDeleted)
  })
  events.listen(spacePurged, async ({ spaceId }) => void (await store.removeOf(spaceId)))

  return {
    async begin({ spaceId, path, conflict, blob, owner }: NewUnpacking): Promise<void> {
      const now = clock.time()
      const id = newId()
      const { checksum, size } = blob
      const reportedSkips = { taken: 0, skipped: 0, skips: writeJson<Unpacking['skips']>([]), error: null }
      const row = { id, spaceId, path, conflict, checksum, size, owner, state: 'running', ...reportedSkips } as const
      await store.forget(new Date(clock.now() - retention).toISOString())
      await store.add({ ...row, createdAt: now, updatedAt: now })
      await jobs.enqueue(unpackingJob, id, { id })
    },

    async list(spaceId: string): Promise<Unpacking[]> {
      await spaces.get(spaceId)
      const rows = await store.ofSpace(spaceId, new Date(clock.now() - retention).toISOString())
      return rows.map(({ id, path, state, taken, skipped, skips: reportedSkips, error, createdAt, updatedAt }) => ({
        id,
        path,
        state,
        taken,
        skipped,
        skips: readJson(reportedSkips),
        error: error === null ? null : readJson(error),
        createdAt,
        updatedAt,
      }))
    },
  }
}
