import { setImmediate as breath } from 'node:timers/promises'
import type { Events } from '#platform/events/events'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import { spacePurged } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import type { FileStore } from '../store.ts'
import type { TrashStore } from './store.ts'

const removal = jobKind<{ spaceId: string; name?: string }>('remove-files-of-space')
const batchSize = 200

export function registerRemoval(needs: {
  events: Events
  jobs: Jobs
  store: FileStore
  folders: FolderStore
  trash: TrashStore
}): void {
  const { events, jobs, store, folders, trash } = needs
  jobs.register(removal, {
    async run({ payload, signal }) {
      for (const rows of [store, trash, folders]) {
        while ((await rows.removeBatch(payload.spaceId, batchSize)) > 0) {
          await breath()
          signal.throwIfAborted()
        }
      }
    },
    work: {
      kind: 'removal',
      describe: async ({ name = '' }) => ({ name, owner: null, leadsTo: null }),
    },
  })
  events.listen(spacePurged, async ({ spaceId, name }) => {
    await jobs.enqueue(removal, spaceId, { spaceId, name })
  })
}
