import type { Blob } from '#platform/blobs/blob-store'
import { batches, namedOf, orphanGrace } from '#platform/blobs/index-check'
import { type BlobNeeds, deleteUnnamed } from './blobs.ts'
import type { Candidate, Cleaner, HeldAmount, Holder } from './candidate.ts'

export interface FileTrash {
  contents(heldBy: string | null): AsyncIterable<Blob>
  holdsAny(heldBy: string): Promise<boolean>
  heldByOthers(checksums: readonly string[], heldBy: string | null): Promise<readonly string[]>
  hold(heldBy: string, some: { until: string; limit: number }): Promise<readonly string[]>
  putBack(heldBy: string, limit: number): Promise<readonly string[]>
  remove(heldBy: string, limit: number): Promise<readonly string[]>
}

interface TrashNeeds extends BlobNeeds {
  trash: FileTrash
  id: string
  until: string
  /** Called inside the transaction that changes a space's trash. */
  changed: (spaceId: string) => void
}

const rowsAtOnce = 200

export function trashCleaner(needs: TrashNeeds): Cleaner {
  const { trash, id, until, changed, database } = needs

  async function forAll(signal: AbortSignal, step: () => Promise<readonly string[]>): Promise<void> {
    for (let count = 1; count > 0;) {
      signal.throwIfAborted()
      count = await database.transaction(async () => {
        const spaceIds = await step()
        for (const spaceId of new Set(spaceIds)) changed(spaceId)
        return spaceIds.length
      })
    }
  }

  return {
    holder: trashHolder(needs, forAll),
    preview: () => gains(needs, null),
    // eslint-disable-next-line require-yield -- it is held
    async *clean(signal) {
      await forAll(signal, () => trash.hold(id, { until, limit: rowsAtOnce }))
    },
  }
}

function trashHolder(
  needs: TrashNeeds,
  forAll: (signal: AbortSignal, step: () => Promise<readonly string[]>) => Promise<void>,
): Holder {
  const { trash, id } = needs
  return {
    async measure(): Promise<HeldAmount> {
      let [files, bytes] = [0, 0]
      for await (const gain of gains(needs, id)) {
        if (gain.later) continue
        files += 1
        bytes += gain.bytes
      }
      return { isEmpty: !(await trash.holdsAny(id)), files, bytes }
    },
    restore: (signal) => forAll(signal, () => trash.putBack(id, rowsAtOnce)),
    async *release(signal) {
      for (;;) {
        signal.throwIfAborted()
        const removed = await trash.remove(id, rowsAtOnce)
        if (removed.length === 0) return
        // Contents left by a crash in between are collected within a day.
        yield* deleteUnnamed([...new Set(removed)], needs)
      }
    },
  }
}

async function* gains(needs: TrashNeeds, heldBy: string | null): AsyncGenerator<Candidate & { later: boolean }> {
  const { trash, database, blobs, blobOwners, clock } = needs
  const others = { ...blobOwners, all: () => blobOwners.all().filter(({ category }) => category !== 'trash') }
  const visited = new Set<string>()
  for await (const batch of batches(trash.contents(heldBy))) {
    const checksums = batch.map(({ checksum }) => checksum).filter((checksum) => !visited.has(checksum))
    for (const checksum of checksums) visited.add(checksum)
    const named = await namedOf(checksums, { database, owners: others })
    for (const checksum of await trash.heldByOthers(checksums, heldBy)) named.add(checksum)
    for (const checksum of checksums.filter((one) => !named.has(one))) {
      const blob = await blobs.stat(checksum)
      if (blob === undefined) continue
      const later = blob.putAt >= clock.now() - orphanGrace
      yield { name: checksum.slice(0, 12), bytes: blob.reclaimable, later }
    }
  }
}
