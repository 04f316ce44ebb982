import type { BlobStore } from '#platform/blobs/blob-store'
import type { BlobOwners } from '#platform/blobs/index-check'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import type { Spaces } from '#areas/spaces'
import { createArchives } from './archives/archives.ts'
import { createFolderStore } from './folders/folder-store.ts'
import { createOperations } from './operations/operations.ts'
import { createSelectionStore } from './operations/selection-store.ts'
import { createSelections } from './operations/selection.ts'
import type { Files } from './service.ts'
import { registerRemoval } from './removal.job.ts'
import { createFileStore } from './store.ts'
import type { FileRow } from './store.ts'
import { createMoveToTrash } from './trash/move-to-trash.ts'
import { registerExpiry } from './trash/expiry.job.ts'
import { createTrashStore } from './trash/store.ts'
import { createTrash } from './trash/trash.ts'

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly blobs: BlobStore
  readonly blobOwners: BlobOwners
  readonly spaces: Spaces
  readonly files: Pick<Files, 'changed' | 'examineLater' | 'bytesOf'>
}

export function createFileOperations(needs: Needs) {
  const { database, clock, events, jobs, blobs, blobOwners, spaces, files } = needs
  const { changed, examineLater, bytesOf } = files
  const store = createFileStore(database)
  const folders = createFolderStore(database)
  const trash = createTrashStore(database)
  const selections = createSelections({ spaces, store: createSelectionStore(database, folders), folders })
  const moveToTrash = createMoveToTrash({ clock, events, store, trash })
  const storeContent = async (file: FileRow, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    const bytes = await (await bytesOf(file)).open()
    return blobs.put(signal === undefined ? bytes : untilAborted(bytes, signal))
  }
  blobOwners.add({ category: 'trash', named: trash.named, holders: trash.holders, all: trash.allBlobs })
  registerExpiry({ clock, jobs, trash })
  registerRemoval({ events, jobs, store, folders, trash })
  return {
    operations: createOperations({
      database,
      clock,
      events,
      jobs,
      spaces,
      store,
      folders,
      selections,
      moveToTrash,
      storeContent,
      changed,
      examineLater,
    }),
    trash: createTrash({ database, clock, events, jobs, spaces, store, folders, trash, changed, examineLater }),
    archives: createArchives({ clock, spaces, store, selections, bytesOf }),
  }
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    signal.throwIfAborted()
    yield part
  }
}
