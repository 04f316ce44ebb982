import { setImmediate as breath } from 'node:timers/promises'
import { purgedBefore } from '@vermilion/contract/files/trash'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { spacePurged } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileStore } from '../store.ts'
import type { TrashStore } from './store.ts'

const removal = jobKind<{ spaceId: string; name: string }>('remove-files-of-space')
const expiry = jobKind<null>('expire-trash')
const batchSize = 200

interface Needs extends Pick<Platform, 'clock' | 'events' | 'jobs'> {
  readonly store: FileStore
  readonly folders: FolderStore
  readonly trash: TrashStore
}

/** Removes the rows of purged spaces, and files that were in the trash for long enough. */
export function registerRemoval({ clock, events, jobs, store, folders, trash }: Needs): void {
  async function removeAll(removeSome: () => Promise<number>, signal: AbortSignal): Promise<void> {
    while ((await removeSome()) > 0) {
      await breath()
      signal.throwIfAborted()
    }
  }

  jobs.register(removal, {
    async run({ payload, signal }) {
      for (const rows of [store, trash, folders])
        await removeAll(() => rows.removeBatch(payload.spaceId, batchSize), signal)
    },
    work: {
      kind: 'removal',
      describe: async ({ name }) => ({ name, owner: null, leadsTo: null }),
    },
  })
  events.listen(spacePurged, async ({ spaceId, name }) => {
    await jobs.enqueue(removal, spaceId, { spaceId, name })
  })
  jobs.daily(expiry, {
    async run({ signal }) {
      const threshold = purgedBefore(clock.now())
      await removeAll(() => trash.removeOlder(threshold, batchSize), signal)
    },
  })
}
