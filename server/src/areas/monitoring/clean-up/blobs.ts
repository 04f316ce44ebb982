import { batches, namedOf, orphanGrace } from '#platform/blobs/index-check'
import type { Platform } from '#platform/platform'
import type { Candidate, Cleaner } from './candidate.ts'

export type BlobNeeds = Pick<Platform, 'database' | 'blobs' | 'blobOwners' | 'clock'>

/** Deletes those of some contents that nothing names, and that nobody put of late. */
export async function* deleteUnnamed(checksums: readonly string[], needs: BlobNeeds): AsyncGenerator<Candidate> {
  const { database, blobs, blobOwners, clock } = needs
  const stored = (await Promise.all(checksums.map(blobs.stat))).filter((blob) => blob !== undefined)
  const old = stored.filter(({ putAt }) => putAt < clock.now() - orphanGrace)
  const named = await namedOf(
    old.map(({ checksum }) => checksum),
    { database, owners: blobOwners },
  )
  for (const blob of old.filter(({ checksum }) => !named.has(checksum))) {
    // What is put again meanwhile is newer, and stays.
    await blobs.delete(blob.checksum, blob.putAt + 1)
    if ((await blobs.stat(blob.checksum)) === undefined)
      yield { name: blob.checksum.slice(0, 12), bytes: blob.reclaimable }
  }
}

export function unreferencedCleaner(needs: BlobNeeds): Cleaner {
  const { database, blobs, blobOwners, clock } = needs
  return {
    async *preview() {
      for await (const batch of batches(blobs.list())) {
        const checksums = batch.map(({ checksum }) => checksum)
        const named = await namedOf(checksums, { database, owners: blobOwners })
        for (const blob of batch.filter(({ checksum }) => !named.has(checksum))) {
          const later = blob.putAt >= clock.now() - orphanGrace
          yield { name: blob.checksum.slice(0, 12), bytes: blob.reclaimable, later }
        }
      }
    },
    async *clean(signal) {
      for await (const batch of batches(blobs.list())) {
        signal.throwIfAborted()
        const checksums = batch.map(({ checksum }) => checksum)
        yield* deleteUnnamed(checksums, needs)
      }
    },
  }
}
